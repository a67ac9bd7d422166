import type * as telegram from 'grammy/types'

/** The library's type of a message that answers another admits no such message where optional means absent. */
type ReplyMessage = {
  message: telegram.Update.NonChannel & { reply_to_message: telegram.Update.NonChannel }
}
type QueuedUpdate = telegram.Update | (ReplyMessage & { update_id: number })
/** Types are whatever the bot asked for, known or not. */
type ReportedWebhookInfo = Omit<telegram.WebhookInfo, 'allowed_updates'> & {
  allowed_updates?: readonly string[]
}

type WithoutId<U> = U extends unknown ? Omit<U, 'update_id'> : never
type NewUpdate = WithoutId<QueuedUpdate>

type BotWebhook = {
  url: string
  /** Sent as `X-Telegram-Bot-Api-Secret-Token`. */
  secret: string | null
}

type UpdatesPoll = {
  /** First id wanted: earlier updates are confirmed and forgotten. Negative: that many from the end. */
  offset: number
  limit: number
  timeoutMs: number
}

type PollResult =
  | { kind: 'updates'; updates: QueuedUpdate[] }
  | { kind: 'conflict'; with: 'webhook' | 'poll' }

/** What waits for the bot: handed out by long polling, or posted to its webhook one by one. */
export type UpdateQueue = {
  push(update: NewUpdate): void
  poll(poll: UpdatesPoll): Promise<PollResult>
  /** `allowed` null keeps the former choice, an empty list is the default: all but a few. */
  allow(types: readonly string[] | null): void
  setWebhook(webhook: BotWebhook | null): void
  dropPending(): void
  webhookInfo(): ReportedWebhookInfo
  /** Ends waiting polls and deliveries. */
  close(): void
}

const FIRST_UPDATE_ID = 830_114_000
const WEBHOOK_RETRY_MS = 500
const WEBHOOK_TIMEOUT_MS = 60_000
/** As many as Telegram opens to a webhook by default. Source: https://core.telegram.org/bots/api#setwebhook */
const CONNECTIONS_MAX = 40
/** Types that a bot gets only after asking for them by name. */
const UNASKED = new Set(['chat_member', 'message_reaction', 'message_reaction_count'])

export function createUpdateQueue(now: () => number): UpdateQueue {
  const state = {
    nextId: FIRST_UPDATE_ID,
    pending: [] as QueuedUpdate[],
    allowed: [] as readonly string[],
    /** Resolves the waiting poll. */
    wakePoll: null as ((reason: 'pushed' | 'superseded') => void) | null,
  }
  const delivery = createDelivery(state.pending, now)

  return {
    push(update) {
      if (!isAllowed(update, state.allowed)) return
      state.pending.push({ ...update, update_id: state.nextId++ })
      state.wakePoll?.('pushed')
      delivery.wake()
    },
    async poll(poll) {
      if (delivery.webhook() !== null) return { kind: 'conflict', with: 'webhook' }
      state.wakePoll?.('superseded')
      confirm(state.pending, poll.offset)
      if (state.pending.length === 0 && poll.timeoutMs > 0) {
        const reason = await new Promise<'pushed' | 'superseded' | 'timeout'>((resolve) => {
          setTimeout(() => resolve('timeout'), poll.timeoutMs).unref()
          state.wakePoll = resolve
        })
        if (reason === 'superseded') return { kind: 'conflict', with: 'poll' }
        state.wakePoll = null
      }
      return { kind: 'updates', updates: state.pending.slice(0, poll.limit) }
    },
    allow(types) {
      if (types !== null) state.allowed = types
    },
    setWebhook: (webhook) => delivery.setWebhook(webhook),
    dropPending: () => void state.pending.splice(0),
    webhookInfo: () => delivery.info(state.allowed),
    close() {
      state.wakePoll?.('pushed')
      delivery.setWebhook(null)
    },
  }
}

function isAllowed(update: NewUpdate, allowed: readonly string[]): boolean {
  const [type = ''] = Object.keys(update)
  return allowed.length === 0 ? !UNASKED.has(type) : allowed.includes(type)
}

function confirm(pending: QueuedUpdate[], offset: number): void {
  const first =
    offset < 0
      ? Math.max(0, pending.length + offset)
      : pending.findIndex((update) => update.update_id >= offset)
  pending.splice(0, first === -1 ? pending.length : first)
}

/** Posts pending updates to the webhook, several at once as Telegram does; those that are refused are tried again. */
function createDelivery(pending: QueuedUpdate[], now: () => number) {
  const state = {
    webhook: null as BotWebhook | null,
    isRunning: false,
    lastError: null as { date: number; message: string } | null,
  }

  async function deliverAll(): Promise<void> {
    while (state.webhook !== null) {
      const { webhook } = state
      const posted = pending.slice(0, CONNECTIONS_MAX)
      if (posted.length === 0) return
      const problems = await Promise.all(posted.map((update) => post(webhook, update)))
      const taken = new Set(posted.filter((_, index) => problems[index] === null))
      pending.splice(0, pending.length, ...pending.filter((update) => !taken.has(update)))
      const problem = problems.find((each) => each !== null)
      if (problem == null) continue
      state.lastError = { date: Math.floor(now() / 1000), message: problem }
      await new Promise((resolve) => setTimeout(resolve, WEBHOOK_RETRY_MS).unref())
    }
  }

  async function run(): Promise<void> {
    state.isRunning = true
    try {
      await deliverAll()
    } finally {
      state.isRunning = false
    }
  }

  function wake(): void {
    if (!state.isRunning) void run()
  }

  return {
    wake,
    webhook: () => state.webhook,
    setWebhook(webhook: BotWebhook | null): void {
      state.webhook = webhook
      state.lastError = null
      if (webhook !== null) wake()
    },
    info: (allowed: readonly string[]): ReportedWebhookInfo => ({
      url: state.webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: pending.length,
      ...(state.lastError === null
        ? {}
        : { last_error_date: state.lastError.date, last_error_message: state.lastError.message }),
      ...(allowed.length === 0 ? {} : { allowed_updates: allowed }),
    }),
  }
}

/** Null when the webhook took the update, else why not. */
async function post(webhook: BotWebhook, update: QueuedUpdate): Promise<string | null> {
  const secret =
    webhook.secret === null ? {} : { 'x-telegram-bot-api-secret-token': webhook.secret }
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...secret },
      body: JSON.stringify(update),
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.ok ? null : `Wrong response from the webhook: ${response.status}`
  } catch {
    return 'Connection refused'
  }
}
