import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api, Bot } from 'grammy'
import type { Update, WebhookInfo } from 'grammy/types'
import type { Log } from '#server/log/log.ts'
import * as v from 'valibot'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import type { BotContext } from './bot-context.ts'
import { describeError } from './telegram-problem.ts'
import { isWebhookOf, refuseForeignWebhook } from './foreign-webhook.ts'
import type { ProfileChange } from './profile-difference.ts'
import { ALLOWED_UPDATES, type UpdateSource } from './update-source.ts'

/** The address to which Telegram sends updates, and the secret that proves that they come from Telegram. */
export type WebhookConfigured = {
  /** Absolute https URL of {@link WEBHOOK_PATH}. */
  url: string
  /** 1 to 256 characters of `A-Za-z0-9_-`. */
  secret: string
}

type WebhookDeps = {
  bot: Bot<BotContext>
  webhook: WebhookConfigured
  store: Store
  log: Log
  now: () => EpochMs
}

const SECRET_HEADER = 'x-telegram-bot-api-secret-token'

const UpdateSchema = v.custom<Update>((value) =>
  v.is(v.looseObject({ update_id: v.pipe(v.number(), v.safeInteger()) }), value),
)

/**
 * Updates that Telegram posts to us. Each is taken, acknowledged, then handled, because Telegram soon repeats an
 * unacknowledged update and a slow answer must not cause that.
 */
export function createWebhookUpdates(deps: WebhookDeps): UpdateSource {
  const handling = new Set<Promise<void>>()
  let isRegistered = false

  return {
    async start() {
      const { api } = deps.bot
      const present = await api.getWebhookInfo()
      refuseForeignWebhook(present, (url) => isOurs(url, deps.webhook))
      for (const change of webhookDifference(api, deps.webhook, present)) await change.apply()
      isRegistered = true
    },
    isReady: () => isRegistered,
    async receive(request) {
      if (!isSecret(request.headers.get(SECRET_HEADER), deps.webhook.secret)) return status(401)
      const update = v.safeParse(UpdateSchema, await readJson(request))
      if (!update.success) return status(400)
      // Noting it takes it, in one transaction, so that a crash before that has Telegram repeat it.
      if (update.output.chat_join_request) {
        await handle(update.output, deps)
        return status(200)
      }
      switch (await take(update.output, deps)) {
        case 'unavailable':
          return status(503)
        case 'repeated':
          return status(200)
        case 'taken': {
          const work = handle(update.output, deps).finally(() => handling.delete(work))
          handling.add(work)
          return status(200)
        }
      }
    },
    async stop() {
      await Promise.all(handling)
    },
  }
}

/**
 * The webhook URL for Telegram. Telegram does not reveal the secret it has, so the URL holds a fingerprint of it: a new
 * secret makes a new URL, and an unchanged one needs no write.
 */
export function registeredUrl(webhook: WebhookConfigured): URL {
  const url = new URL(webhook.url)
  url.searchParams.set('v', sha256(webhook.secret).toString('hex').slice(0, 8))
  return url
}

/** Whether it is at this address, or at an earlier one with the same secret. */
function isOurs(url: URL, webhook: WebhookConfigured): boolean {
  const registered = registeredUrl(webhook)
  return isWebhookOf(registered.origin, url) || url.search === registered.search
}

/** Empty when Telegram sends the right updates to the right address. */
export function webhookDifference(
  api: Api,
  webhook: WebhookConfigured,
  present: WebhookInfo,
): ProfileChange[] {
  const url = registeredUrl(webhook)
  const isSame =
    present.url === url.href &&
    ALLOWED_UPDATES.every((type) => present.allowed_updates?.includes(type)) &&
    present.allowed_updates?.length === ALLOWED_UPDATES.length
  if (isSame) return []
  return [
    {
      sentence: `webhook: updates go to ${webhook.url}${findReplacement(present.url)}`,
      apply: () =>
        api.setWebhook(url.href, {
          secret_token: webhook.secret,
          allowed_updates: ALLOWED_UPDATES,
        }),
    },
  ]
}

/** Names the host only: paths of others' webhooks often hold a token. */
function findReplacement(url: string | undefined): string {
  return url === undefined || !URL.canParse(url) ? '' : ` instead of ${new URL(url).host}`
}

async function take(
  { update_id }: Update,
  { store, now, log }: WebhookDeps,
): Promise<'taken' | 'repeated' | 'unavailable'> {
  try {
    return (await store.takeUpdate(update_id, now())) ? 'taken' : 'repeated'
  } catch (error) {
    log.error({ updateId: update_id, ...describeError(error) }, 'bot: update not taken')
    return 'unavailable'
  }
}

/** Never rejects, because errors of features are handled before they get here. */
async function handle(update: Update, { bot, log }: WebhookDeps): Promise<void> {
  try {
    await bot.handleUpdate(update)
  } catch (error) {
    log.error({ updateId: update.update_id, ...describeError(error) }, 'bot: update lost')
  }
}

/** Compares in constant time, whatever the lengths. */
function isSecret(presented: string | null, secret: string): boolean {
  return presented !== null && timingSafeEqual(sha256(presented), sha256(secret))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}

function status(code: number): Response {
  return new Response(null, { status: code })
}
