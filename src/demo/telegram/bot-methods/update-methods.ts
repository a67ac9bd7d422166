import * as v from 'valibot'
import type { TelegramWorld } from '../world.ts'
import {
  badRequest,
  BooleanSchema,
  botMethod,
  conflict,
  integer,
  structure,
  succeed,
} from './bot-method.ts'
import type { BotMethod } from './bot-method.ts'
import { isAppUrl } from './inline-keyboard.ts'

const UPDATES_PER_POLL_MAX = 100
/** Longest wait of a poll, s. */
const POLL_TIMEOUT_MAX = 50

const AllowedUpdatesSchema = v.optional(
  structure(v.array(v.string(), "can't parse allowed updates: expected an array of strings")),
)
const PollSchema = v.object({
  offset: v.optional(integer('invalid offset'), 0),
  limit: v.optional(integer('invalid limit'), UPDATES_PER_POLL_MAX),
  timeout: v.optional(integer('invalid timeout'), 0),
  allowed_updates: AllowedUpdatesSchema,
})
const DropSchema = v.optional(BooleanSchema, false)
const WebhookSchema = v.object({
  url: v.string('bad webhook: URL is empty'),
  secret_token: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{0,256}$/, 'secret token contains unallowed characters')),
    '',
  ),
  allowed_updates: AllowedUpdatesSchema,
  drop_pending_updates: DropSchema,
})

export function updateMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    getUpdates: botMethod(PollSchema, async (poll) => {
      world.updates.allow(poll.allowed_updates ?? null)
      const result = await world.updates.poll({
        offset: poll.offset,
        limit: Math.min(Math.max(poll.limit, 1), UPDATES_PER_POLL_MAX),
        timeoutMs: Math.min(poll.timeout, POLL_TIMEOUT_MAX) * 1000,
      })
      if (result.kind === 'updates') return succeed(result.updates)
      return conflict(CONFLICTS[result.with])
    }),
    setWebhook: botMethod(WebhookSchema, (webhook) => {
      if (webhook.url !== '' && !isAppUrl(webhook.url)) {
        return badRequest('bad webhook: An HTTPS URL must be provided for webhook')
      }
      if (webhook.drop_pending_updates) world.updates.dropPending()
      world.updates.allow(webhook.allowed_updates ?? null)
      world.updates.setWebhook(
        webhook.url === '' ? null : { url: webhook.url, secret: webhook.secret_token || null },
      )
      return succeed(true)
    }),
    deleteWebhook: botMethod(v.object({ drop_pending_updates: DropSchema }), (parameters) => {
      if (parameters.drop_pending_updates) world.updates.dropPending()
      world.updates.setWebhook(null)
      return succeed(true)
    }),
    getWebhookInfo: () => succeed(world.updates.webhookInfo()),
  }
}

const CONFLICTS = {
  webhook:
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  poll: 'terminated by other getUpdates request; make sure that only one bot instance is running',
} as const
