import { expect, onTestFinished, vi } from 'vitest'
import type { Telegram } from '#client/telegram/telegram.ts'
import {
  FRAME_ORIGINS,
  type TestMessengerOptions,
  openTestMessenger,
  type TestMessenger,
} from './test-messenger.ts'
import { until } from './until.ts'

export type Launched = { telegram: Telegram; messenger: TestMessenger }

/** A page in a scripted client, after its start. */
export async function launchTelegram(options?: TestMessengerOptions): Promise<Launched> {
  const messenger = openTestMessenger(options)
  return { telegram: await startTelegram(), messenger }
}

/** Runs the page's start as `index.html` does: the inline script, then the app's side of Telegram. */
export async function startTelegram(): Promise<Telegram> {
  vi.resetModules()
  // The first script opens the session, and there is no server.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await import('#client/before-react/early.ts')
  const { createTelegram } = await import('#client/telegram/create-telegram.ts')
  return createTelegram(FRAME_ORIGINS)
}

/** A question to the member. */
export const QUESTION = {
  title: 'Unlink?',
  message: 'The bot will forget the wallet.',
  confirm: 'Unlink',
  cancel: 'Keep',
  destructive: true,
}

/** Waits until the page has posted a method once: the code of a request is loaded when it is first needed. */
export const isAsked = ({ getData }: TestMessenger, method: string) =>
  until(() => expect(getData(method)).toHaveLength(1))

/** {@link launchTelegram}, with timers that a test moves by hand. Ends with the test. */
export async function launchInVirtualTime(options?: TestMessengerOptions) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return launchTelegram(options)
}
