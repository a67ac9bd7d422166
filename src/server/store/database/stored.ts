import type { EvmAccount } from '#shared/evm-account.ts'
import type { Language } from '#shared/languages.ts'
import type { ProvenWallet, TonNetwork } from '#shared/wallet.ts'
import type { ReadMultisig } from '../../chains/read-multisig.ts'

/** Unix time in milliseconds. The clock comes in as an argument everywhere; nothing here reads it. */
export type EpochMs = number

export type StoredUser = {
  id: string
  telegramId: string
  firstName: string
  username: string | null
  /** The language that the app and the bot use for the member: the chosen one, or else Telegram's. */
  language: Language
  /** Null if the member uses Telegram's language. */
  chosenLanguage: Language | null
  /** Telegram reported that the bot may write to the member, or a message of the bot was delivered. */
  mayMessage: boolean
  /** The app reported that the member allowed messages. Sending the next message shows whether that is true. */
  isWriteAccessReported: boolean
  createdAt: EpochMs
  lastSeenAt: EpochMs
}

export type StoredWallet = ProvenWallet & {
  id: string
  userId: string
  label: string | null
  primary: boolean
  verifiedAt: EpochMs
  /** Since when its proof is known to no longer hold. */
  staleAt: EpochMs | null
  /** The multisig that it is. */
  multisig: StoredMultisig | null
}

/** The account that must sign an attempt's message. */
export type AttemptAccount =
  | { family: 'ton'; network: TonNetwork; address: string }
  | ({ family: 'evm' } & EvmAccount)

/** A known multisig, as its chain last showed it. */
export type StoredMultisig = ReadMultisig & {
  id: string
  checkedAt: EpochMs
  /** Whether it has accepted something that its listed owners did not sign. If so, its list proves no signer. */
  isBypassed: boolean
}

export type StoredSafe = Extract<StoredMultisig, { family: 'evm' }>
