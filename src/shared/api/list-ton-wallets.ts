import * as v from 'valibot'
import { type Endpoint, noBody } from './endpoint.ts'

/** A TON wallet app that has a line of its own in our choice. */
const TonWalletAppSchema = v.object({
  /** Its `app_name` in TON Connect's list. */
  appName: v.string(),
  name: v.string(),
  /** Path of its icon on our origin. */
  icon: v.pipe(v.string(), v.startsWith('/wallet-icons/')),
  /** Whether its link leads into Telegram. */
  inTelegram: v.boolean(),
})
export type TonWalletApp = v.InferOutput<typeof TonWalletAppSchema>

/** The first wallet of TON Connect's list that is in Telegram, where there is one, and the first of the others, in its order. */
export const listTonWallets = {
  method: 'GET',
  path: '/api/ton-wallets',
  request: noBody,
  response: v.object({ wallets: v.array(TonWalletAppSchema) }),
} as const satisfies Endpoint
