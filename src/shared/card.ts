import * as v from 'valibot'
import { CardCodeSchema } from './codes.ts'
import { ShownWalletSchema } from './request.ts'
import { PersonSchema } from './person.ts'
import { WalletIdSchema } from './wallet.ts'

/** Longest document of the format, in characters. */
const MAX_PROOF_LENGTH = 256 * 1024

/** A wallet that its holder shows to everybody with the link. All of it is from the server; no field is typed. */
export const CardSchema = v.object({
  code: CardCodeSchema,
  holder: PersonSchema,
  /** The holder's Telegram id, to compare with that of the proof; null unless the holder shows the proof. */
  holderId: v.nullable(v.pipe(v.string(), v.regex(/^\d+$/))),
  wallet: ShownWalletSchema,
  /** When it was first shared, ISO 8601 in UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether it is the member's own. */
  mine: v.boolean(),
  /** A document in the format clasp-proof/1, as JSON text; null unless its holder shows it. */
  proof: v.nullable(v.pipe(v.string(), v.maxLength(MAX_PROOF_LENGTH))),
  /** With which key the Telegram of this bot signs launches, in hex; null for Telegram's production key. */
  telegramKey: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  /** Whether the holder may show one: only on the own card, and only if there is enough evidence. */
  canShowProof: v.boolean(),
})
export type Card = v.InferOutput<typeof CardSchema>

/** A card as its holder sees it. One live card per wallet. */
export const OwnCardSchema = v.object({
  code: CardCodeSchema,
  walletId: WalletIdSchema,
  /** Link that opens the card, from any chat. */
  url: v.pipe(v.string(), v.url()),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** How often others opened it, one person at most once an hour, and when last; a server of 1.0.0 does not count. */
  opens: v.optional(v.number(), 0),
  lastOpenedAt: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
})
export type OwnCard = v.InferOutput<typeof OwnCardSchema>
