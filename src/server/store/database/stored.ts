import * as v from 'valibot'
import { TonNetworkSchema } from '#shared/address.ts'
import type { Language } from '#shared/languages.ts'
import { ProvenWalletSchema } from '#shared/proven-wallet.ts'
import { ReadMultisigSchema } from '../../chains/read-multisig.ts'

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

/** The account that must sign an attempt's message. */
export const AttemptAccountSchema = v.variant('family', [
  v.object({ family: v.literal('ton'), network: TonNetworkSchema, address: v.string() }),
  v.object({ family: v.literal('evm'), chainId: v.number(), address: v.string() }),
])
export type AttemptAccount = v.InferOutput<typeof AttemptAccountSchema>

/** A known multisig, as its chain last showed it. */
const StoredMultisigSchema = v.intersect([
  ReadMultisigSchema,
  v.object({
    id: v.string(),
    checkedAt: v.number(),
    /** Whether it has accepted something that its listed owners did not sign. If so, its list proves no signer. */
    isBypassed: v.boolean(),
  }),
])
export type StoredMultisig = v.InferOutput<typeof StoredMultisigSchema>
export type StoredSafe = Extract<StoredMultisig, { family: 'evm' }>

export const StoredWalletSchema = v.intersect([
  ProvenWalletSchema,
  v.object({
    id: v.string(),
    userId: v.string(),
    label: v.nullable(v.string()),
    primary: v.boolean(),
    verifiedAt: v.number(),
    /** Since when its proof is known to no longer hold. */
    staleAt: v.nullable(v.number()),
    /** The multisig that it is. */
    multisig: v.nullable(StoredMultisigSchema),
  }),
])
export type StoredWallet = v.InferOutput<typeof StoredWalletSchema>
