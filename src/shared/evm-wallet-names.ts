/** The common EVM wallets on our own connect screen, in its order. */
export const EVM_WALLET_IDS = ['metamask', 'trust', 'okx', 'bitget', 'rainbow', 'safe'] as const
export type EvmWalletId = (typeof EVM_WALLET_IDS)[number]

/** Their own names. */
export const EVM_WALLET_NAMES: Readonly<Record<EvmWalletId, string>> = {
  metamask: 'MetaMask',
  trust: 'Trust Wallet',
  okx: 'OKX Wallet',
  bitget: 'Bitget Wallet',
  rainbow: 'Rainbow',
  safe: 'Safe{Wallet}',
}
