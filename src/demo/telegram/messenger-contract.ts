import * as v from 'valibot'
import { StorySchema } from './story-contract.ts'
import { LaunchSchema } from './launch.ts'
import { EntitySchema, InlineKeyboardSchema, SnapshotSchema } from './snapshot.ts'

/** The event that `/demo/events` pushes immediately and after every change. */
export const MessengerEventSchema = v.object({
  /** Origin of the Mini App: the only one that the messenger page writes to. */
  appOrigin: v.string(),
  /** Whether there is an EVM wallet beside the TON wallet. */
  hasEvmWallet: v.boolean(),
  /** Whether the demo plays the operator, whose code receives the events. Otherwise the visitor is the operator. */
  hasOperator: v.boolean(),
  story: StorySchema,
  world: SnapshotSchema,
})
export type MessengerEvent = v.InferOutput<typeof MessengerEventSchema>

/** What a person does in the page; the body of `POST /demo/actions`. */
export const ActionSchema = v.variant('type', [
  v.object({
    type: v.literal('send-text'),
    accountId: v.number(),
    chatId: v.number(),
    threadId: v.nullable(v.number()),
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
  }),
  /** What stands after `@bot ` in the input; answered with `inline-results`, or `unanswered`. */
  v.object({
    type: v.literal('ask-inline'),
    accountId: v.number(),
    chatId: v.number(),
    query: v.string(),
  }),
  /** Sends one of the results of an answered query; `queryId` from `inline-results`. */
  v.object({
    type: v.literal('choose-inline'),
    accountId: v.number(),
    chatId: v.number(),
    threadId: v.nullable(v.number()),
    queryId: v.string(),
    resultId: v.string(),
  }),
  /** What a prepared message would look like; answered with `prepared`, or `refused`. */
  v.object({ type: v.literal('look-at-prepared'), accountId: v.number(), preparedId: v.string() }),
  v.object({
    type: v.literal('send-prepared'),
    accountId: v.number(),
    chatId: v.number(),
    preparedId: v.string(),
  }),
  v.object({
    type: v.literal('forward'),
    accountId: v.number(),
    chatId: v.number(),
    messageId: v.number(),
    toChatId: v.number(),
  }),
  /** A member adds the bot to the group, promotes it, or removes it. */
  v.object({
    type: v.literal('set-bot-role'),
    accountId: v.number(),
    chatId: v.number(),
    role: v.picklist(['absent', 'member', 'administrator']),
  }),
  /** A group becomes a supergroup, under another id. */
  v.object({ type: v.literal('migrate'), accountId: v.number(), chatId: v.number() }),
  v.object({ type: v.literal('ask-to-join'), accountId: v.number(), chatId: v.number() }),
  /** An administrator lets the person in, or turns them away. */
  v.object({
    type: v.literal('decide-join'),
    accountId: v.number(),
    chatId: v.number(),
    personId: v.number(),
    isAdmitted: v.boolean(),
  }),
  /** An administrator chooses whether the bot is the guard of the group, and what it may do. */
  v.object({
    type: v.literal('set-guard'),
    accountId: v.number(),
    chatId: v.number(),
    isGuarded: v.boolean(),
    canInviteUsers: v.boolean(),
  }),
  v.object({
    type: v.literal('press-button'),
    accountId: v.number(),
    chatId: v.number(),
    messageId: v.number(),
    data: v.string(),
  }),
  v.object({ type: v.literal('launch'), launch: LaunchSchema }),
  v.object({
    type: v.picklist(['grant-write-access', 'block-bot', 'unblock-bot']),
    accountId: v.number(),
  }),
  v.object({
    type: v.literal('set-language'),
    accountId: v.number(),
    languageCode: v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[a-z]{2,4})?$/i)),
  }),
])
export type MessengerAction = v.InferOutput<typeof ActionSchema>

/** An article of inline mode, as the client lists it and as it would be sent. */
const InlineResultSchema = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  text: v.string(),
  entities: v.array(EntitySchema),
  keyboard: InlineKeyboardSchema,
})
export type InlineResult = v.InferOutput<typeof InlineResultSchema>

export const ActionResultSchema = v.variant('kind', [
  v.object({ kind: v.literal('done') }),
  v.object({ kind: v.literal('launched'), url: v.string() }),
  v.object({
    kind: v.literal('answered'),
    text: v.nullable(v.string()),
    isAlert: v.boolean(),
    url: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('unanswered') }),
  v.object({
    kind: v.literal('inline-results'),
    queryId: v.string(),
    results: v.array(InlineResultSchema),
    /** Leads to the bot's chat, with a payload behind START. */
    button: v.nullable(v.object({ text: v.string(), startParameter: v.string() })),
  }),
  v.object({ kind: v.literal('prepared'), message: InlineResultSchema }),
  /** Such as `MESSAGE_EXPIRED`: what the client reports to the Mini App. */
  v.object({ kind: v.literal('refused'), error: v.string() }),
])
export type ActionResult = v.InferOutput<typeof ActionResultSchema>
