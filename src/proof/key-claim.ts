import type { NamedWallet } from './account-id.ts'

/** What evidence must show: that this wallet was shown, or committed to, this Telegram account. */
export type KeyClaim<Wallet extends NamedWallet = NamedWallet> = {
  wallet: Wallet
  telegramId: string
  /** Name of the multisig that the wallet's holder agrees to link. @default none: the wallet itself is linked */
  multisig?: string
}
