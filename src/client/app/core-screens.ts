/** Screens that are reached from another screen. */
export const coreScreens = {
  wallet: async () => (await import('#client/screens/wallet/wallet-screen.tsx')).WalletScreen,
  proof: async () => (await import('#client/screens/wallet/proof-screen.tsx')).ProofScreen,
  multisig: async () =>
    (await import('#client/screens/multisig/multisig-screen.tsx')).MultisigScreen,
  /** A link leads to it, but it waits for the core in any case, and it brings code that other screens do not need. */
  cosign: async () => (await import('#client/screens/cosign/cosign-screen.tsx')).CosignScreen,
  join: async () => (await import('#client/screens/join/join-screen.tsx')).JoinScreen,
  door: async () => (await import('#client/screens/door/door-screen.tsx')).DoorScreen,
  settings: async () => (await import('#client/screens/settings/settings.tsx')).Settings,
  admin: async () => (await import('#client/screens/admin/admin-screen.tsx')).AdminScreen,
  members: async () => (await import('#client/screens/members/members-screen.tsx')).MembersScreen,
  member: async () => (await import('#client/screens/members/member-screen.tsx')).MemberScreen,
  adminLog: async () => (await import('#client/screens/admin/log-screen.tsx')).LogScreen,
  deleted: async () => (await import('#client/screens/settings/deleted.tsx')).Deleted,
  requests: async () =>
    (await import('#client/screens/requests/requests-screen.tsx')).RequestsScreen,
  newRequest: async () =>
    (await import('#client/screens/new-request/new-request-screen.tsx')).NewRequestScreen,
  madeRequest: async () =>
    (await import('#client/screens/made-request/made-request-screen.tsx')).MadeRequestScreen,
}
