/** The common EVM wallets that are cells of our own connect screen. Types only: their facts load on intent. */
export type EvmWalletId = 'metamask' | 'trust' | 'okx' | 'bitget' | 'rainbow' | 'safe'
