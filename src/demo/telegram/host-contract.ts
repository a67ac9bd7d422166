import * as v from 'valibot'
import { LaunchSchema } from './launch.ts'
import { SnapshotSchema } from './snapshot.ts'

/** What `/demo/events` pushes: at once, and after every change. */
export const HostEventSchema = v.object({
  /** Origin of the Mini App: the only one that the host page writes to. */
  appOrigin: v.string(),
  /** Whether there is an EVM wallet beside the TON wallet. */
  hasEvmWallet: v.boolean(),
  world: SnapshotSchema,
})
export type HostEvent = v.InferOutput<typeof HostEventSchema>

/** What a person does in the page; the body of `POST /demo/actions`. */
export const ActionSchema = v.variant('type', [
  v.object({
    type: v.literal('send-text'),
    accountId: v.number(),
    chatId: v.number(),
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
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
export type Action = v.InferOutput<typeof ActionSchema>

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
])
export type ActionResult = v.InferOutput<typeof ActionResultSchema>
