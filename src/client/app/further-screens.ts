/** Screens to which the way leads over another one. */
export const furtherScreens = {
  wallet: async () => (await import('#client/screens/wallet/wallet-screen.tsx')).WalletScreen,
  settings: async () => (await import('#client/screens/settings/settings.tsx')).Settings,
  admin: async () => (await import('#client/screens/admin/admin-screen.tsx')).AdminScreen,
  deleted: async () => (await import('#client/screens/settings/deleted.tsx')).Deleted,
  requests: async () =>
    (await import('#client/screens/requests/requests-screen.tsx')).RequestsScreen,
  newRequest: async () =>
    (await import('#client/screens/new-request/new-request-screen.tsx')).NewRequestScreen,
  madeRequest: async () =>
    (await import('#client/screens/made-request/made-request-screen.tsx')).MadeRequestScreen,
}
