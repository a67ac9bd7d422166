/** The common EVM wallets on our own connect screen, by their own names. */
export const EVM_WALLET_NAMES = {
  metamask: 'MetaMask',
  trust: 'Trust Wallet',
  okx: 'OKX Wallet',
  bitget: 'Bitget Wallet',
  rainbow: 'Rainbow',
  safe: 'Safe{Wallet}',
} as const
export type EvmWalletId = keyof typeof EVM_WALLET_NAMES
