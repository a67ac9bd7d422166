import * as v from 'valibot'
import { CardCodeSchema } from './codes.ts'
import { ShownWalletSchema } from './request.ts'
import { PersonSchema } from './person.ts'
import { WalletIdSchema } from './wallet.ts'

/** A wallet that its holder shows to everybody with the link. All of it is from the server; no field is typed. */
export const CardSchema = v.object({
  code: CardCodeSchema,
  holder: PersonSchema,
  wallet: ShownWalletSchema,
  /** When it was first shared, ISO 8601 in UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether it is the member's own. */
  mine: v.boolean(),
})
export type Card = v.InferOutput<typeof CardSchema>

/** A card as its holder sees it. One live card per wallet. */
export const OwnCardSchema = v.object({
  code: CardCodeSchema,
  walletId: WalletIdSchema,
  /** Link that opens the card, from any chat. */
  url: v.pipe(v.string(), v.url()),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type OwnCard = v.InferOutput<typeof OwnCardSchema>
