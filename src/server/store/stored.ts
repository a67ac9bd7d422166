import type { EvmAccount } from '#shared/evm-account.ts'
import type { Language } from '#shared/languages.ts'
import type { ProvenWallet, TonNetwork } from '#shared/wallet.ts'
import type { ReadMultisig } from '../verify/multisig.ts'

/** Unix time in milliseconds. The clock comes in as an argument everywhere; nothing here reads it. */
export type EpochMs = number

export type StoredUser = {
  id: string
  telegramId: string
  firstName: string
  username: string | null
  /** What the app and the bot speak to the member: the chosen language, else Telegram's. */
  language: Language
  /** Null where the member leaves it to Telegram. */
  chosenLanguage: Language | null
  /** Telegram said that the bot may write to the member, or a message of the bot was delivered. */
  mayMessage: boolean
  /** The app reported that the member allowed messages. The next message shows whether that is true. */
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
  /** Since when its proof is known not to hold any more. */
  staleAt: EpochMs | null
  /** The multisig that it is. */
  multisig: StoredMultisig | null
}

/** The account that an attempt's message is to be signed by. */
export type AttemptAccount =
  | { family: 'ton'; network: TonNetwork; address: string }
  | ({ family: 'evm' } & EvmAccount)

/** A multisig that somebody has looked at, as its chain last showed it. */
export type StoredMultisig = ReadMultisig & {
  id: string
  checkedAt: EpochMs
  /** Whether it is known to accept what its listed owners have not signed: its list then makes nobody its signer. */
  isBypassed: boolean
}
