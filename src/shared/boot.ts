import * as v from 'valibot'
import { LANGUAGES } from './languages.ts'
import { TonNetworkSchema } from './wallet.ts'

/** Who reads what about EVM wallets: offered in the app, in the browser only, or not at all. */
export const EVM_POLICIES = ['in-app', 'browser', 'off'] as const
export type EvmPolicy = (typeof EVM_POLICIES)[number]

/** The bot and the short name under which BotFather knows the Mini App (null: the bot's main app). */
const BotLinkSchema = v.object({
  username: v.pipe(v.string(), v.regex(/^\w{4,32}$/)),
  appShortName: v.nullable(v.pipe(v.string(), v.regex(/^\w{3,30}$/))),
})
export type BotLink = v.InferOutput<typeof BotLinkSchema>

/**
 * What the server tells the page before any call: JSON in `<script id="boot" type="application/json">`.
 * Nothing in it is about a member.
 */
export const BootSchema = v.object({
  appName: v.string(),
  bot: BotLinkSchema,
  language: v.picklist(LANGUAGES),
  policy: v.object({ evm: v.picklist(EVM_POLICIES), tonNetwork: TonNetworkSchema }),
  /** Absolute URL of our `/tonconnect-manifest.json`. */
  manifestUrl: v.pipe(v.string(), v.url()),
})
export type Boot = v.InferOutput<typeof BootSchema>
