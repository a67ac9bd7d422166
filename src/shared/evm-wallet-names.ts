/** The common EVM wallets that are cells of our own connect screen, by the names that they give themselves. */
export const EVM_WALLET_NAMES = {
  metamask: 'MetaMask',
  trust: 'Trust Wallet',
  okx: 'OKX Wallet',
  bitget: 'Bitget Wallet',
  rainbow: 'Rainbow',
  safe: 'Safe{Wallet}',
} as const
export type EvmWalletId = keyof typeof EVM_WALLET_NAMES
