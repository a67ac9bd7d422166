import { onTestFinished, vi } from 'vitest'
import type { Telegram } from '#client/telegram/telegram.ts'
import {
  FRAME_ORIGINS,
  type HostOptions,
  openTelegramHost,
  type TelegramHost,
} from './telegram-host.ts'

export type Launched = { telegram: Telegram; host: TelegramHost }

/** A page in a scripted client, after its start. Close the host at the end of the test. */
export async function launchTelegram(options?: HostOptions): Promise<Launched> {
  const host = openTelegramHost(options)
  return { telegram: await startTelegram(), host }
}

/** Runs the page's start as `index.html` does: the inline script, then the app's side of Telegram. */
export async function startTelegram(): Promise<Telegram> {
  vi.resetModules()
  await import('#client/before-react/early.ts')
  const { createTelegram } = await import('#client/telegram/create-telegram.ts')
  return createTelegram(FRAME_ORIGINS)
}

/** {@link launchTelegram}, with timers that a test moves by hand. Ends with the test. */
export async function launchInVirtualTime(options?: HostOptions) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const launched = await launchTelegram(options)
  onTestFinished(() => launched.host.close())
  return launched
}
