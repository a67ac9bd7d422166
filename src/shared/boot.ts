import * as v from 'valibot'
import { LANGUAGES } from './languages.ts'
import { ChainIdSchema, TonNetworkSchema } from './address.ts'

/** Where EVM wallets are offered: in the app, in the browser only, or not at all. */
export const EVM_POLICIES = ['in-app', 'browser', 'off'] as const
export type EvmPolicy = (typeof EVM_POLICIES)[number]

/** Whether a TON wallet is asked, after its proof, to sign a text that names the Telegram account. */
export const TON_TEXT_BINDINGS = ['off', 'offer', 'require'] as const
export type TonTextBinding = (typeof TON_TEXT_BINDINGS)[number]

/** What the page needs for EVM wallets; the page has none of it where the policy is `off`. */
const EvmBootSchema = v.object({
  /** Project id at Reown, which is public. */
  projectId: v.string(),
  /** Chain ids, preferred first. */
  chains: v.array(ChainIdSchema),
  /** Relay that replaces Reown's; set only by the demo and the tests. */
  relayUrl: v.nullable(v.string()),
})
export type EvmBoot = v.InferOutput<typeof EvmBootSchema>

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

/** The operator's settings. */
export const PolicySchema = v.object({
  evm: v.picklist(EVM_POLICIES),
  tonNetwork: TonNetworkSchema,
  tonText: v.picklist(TON_TEXT_BINDINGS),
})
export type Policy = v.InferOutput<typeof PolicySchema>

/** The bot and the short name under which BotFather knows the Mini App (null: the bot's main app). */
const BotLinkSchema = v.object({
  username: v.pipe(v.string(), v.regex(/^\w{4,32}$/)),
  appShortName: v.nullable(v.pipe(v.string(), v.regex(/^\w{3,30}$/))),
})
export type BotLink = v.InferOutput<typeof BotLinkSchema>

/**
 * What the server sends the page before any call: JSON in `<script id="boot" type="application/json">`.
 * It contains nothing about a member.
 */
export const BootSchema = v.object({
  appName: v.string(),
  /** Name of who answers for the members' data. */
  operator: v.string(),
  /** What members link a wallet for, in the operator's words. */
  purpose: v.nullable(v.string()),
  bot: BotLinkSchema,
  language: v.picklist(LANGUAGES),
  policy: PolicySchema,
  /** Null where the policy is `off`. */
  evm: v.nullable(EvmBootSchema),
  /** The first wallet of TON Connect's list that is in Telegram, where there is one, and the first of the others, in its order. */
  tonWallets: v.array(TonWalletAppSchema),
  /** Absolute URL of our `/tonconnect-manifest.json`. */
  manifestUrl: v.pipe(v.string(), v.url()),
  /** Origins of the clients that may show the page in a frame, and receive its messages there. */
  frameOrigins: v.array(v.string()),
  /** Origins of the sites for which members may fetch tokens. */
  tokenAudiences: v.array(v.string()),
})
export type Boot = v.InferOutput<typeof BootSchema>
