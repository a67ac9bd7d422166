import { onTestFinished, vi } from 'vitest'
import type { Telegram } from '#client/telegram/telegram.ts'
import {
  FRAME_ORIGINS,
  type TestMessengerOptions,
  openTestMessenger,
  type TestMessenger,
} from './test-messenger.ts'

export type Launched = { telegram: Telegram; messenger: TestMessenger }

/** A page in a scripted client, after its start. Close the messenger at the end of the test. */
export async function launchTelegram(options?: TestMessengerOptions): Promise<Launched> {
  const messenger = openTestMessenger(options)
  return { telegram: await startTelegram(), messenger }
}

/** Runs the page's start as `index.html` does: the inline script, then the app's side of Telegram. */
export async function startTelegram(): Promise<Telegram> {
  vi.resetModules()
  await import('#client/before-react/early.ts')
  const { createTelegram } = await import('#client/telegram/create-telegram.ts')
  return createTelegram(FRAME_ORIGINS)
}

/** {@link launchTelegram}, with timers that a test moves by hand. Ends with the test. */
export async function launchInVirtualTime(options?: TestMessengerOptions) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const launched = await launchTelegram(options)
  onTestFinished(() => launched.messenger.close())
  return launched
}
