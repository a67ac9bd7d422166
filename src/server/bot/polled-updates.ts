import { setTimeout } from 'node:timers/promises'
import type { Bot } from 'grammy'
import type { Log } from '#server/log/log.ts'
import type { BotContext } from './bot-context.ts'
import { describeError } from './telegram-problem.ts'
import { isWebhookOf, refuseForeignWebhook } from './foreign-webhook.ts'
import { ALLOWED_UPDATES, NO_UPDATES, type UpdateSource } from './update-source.ts'

const RESTART_DELAY_MS = 5_000

type PollingDeps = {
  bot: Bot<BotContext>
  /** Our own earlier webhook at this origin is removed. */
  publicUrl: string
  log: Log
  /**
   * Pause before polling again after Telegram refused it, for example because another process polls.
   * @default 5 000 ms
   */
  restartDelayMs?: number
}

/**
 * Updates that the bot fetches by long polling. Polling requires that no webhook is set, but another program's webhook
 * is never removed.
 */
export function createPolledUpdates({
  bot,
  publicUrl,
  log,
  restartDelayMs = RESTART_DELAY_MS,
}: PollingDeps): UpdateSource {
  const stopping = new AbortController()
  let polling: Promise<void> = Promise.resolve()

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await bot.start({ allowed_updates: ALLOWED_UPDATES })
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error(describeError(error), 'bot: long polling refused')
        await pause(restartDelayMs, stopping.signal)
      }
    }
  }

  return {
    ...NO_UPDATES,
    async start() {
      const present = await bot.api.getWebhookInfo()
      refuseForeignWebhook(present, (url) => isWebhookOf(publicUrl, url))
      polling = poll()
    },
    isReady: () => bot.isRunning(),
    async stop() {
      stopping.abort()
      await confirmLastUpdate(bot, log)
      await polling
    },
  }
}

/** grammY stops its poll and confirms the last update to Telegram. */
async function confirmLastUpdate(bot: Bot<BotContext>, log: Log): Promise<void> {
  try {
    await bot.stop()
  } catch (error) {
    log.warn(describeError(error), 'bot: last update not confirmed')
  }
}

/** Ends early, without an error, when `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
