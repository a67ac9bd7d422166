import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ATTEMPT_ID, openEvmPage } from '#tests/support/evm-page.ts'
import {
  startWalletConnectWorld,
  type WalletConnectWorld,
} from '#tests/support/walletconnect-world.ts'

vi.setConfig({ testTimeout: 60_000 })

const MINUTE = 60_000
const STEP_MS = 100

let world: WalletConnectWorld
beforeAll(async () => void (world = await startWalletConnectWorld()))
beforeEach(() => world.relay.setReachable(true))
afterEach(() => void vi.useRealTimers())
afterAll(() => world.close())

/**
 * Lets the timers of the page and the library run ahead until it settles, faster than any relay could answer. Returns the
 * milliseconds that have passed for them.
 */
async function inVirtualTime(outcome: Promise<unknown>): Promise<number> {
  const settled = new AbortController()
  const settle = () => settled.abort()
  outcome.then(settle, settle)
  let passedMs = 0
  for (; !settled.signal.aborted; passedMs += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    await setImmediate()
  }
  return passedMs
}

test('a link that cannot be replaced expires', async () => {
  let now = Date.now()
  const page = openEvmPage({ relayUrl: world.relay.url, now: () => now })
  await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
  const failed = new Promise((resolve) => page.connector.onAnswer(resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world.relay.setReachable(false)
  world.relay.dropSockets()
  now += 5 * MINUTE + 1_000
  page.telegram.comeBack()
  await inVirtualTime(failed)
  expect(await failed).toMatchObject({ kind: 'failure', code: 'evm-pairing-expired' })
})

test('an unreachable relay is reported within 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world.relay.setReachable(false)
  const page = openEvmPage({ relayUrl: world.relay.url })
  const prepared = page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
  // Loading takes real time, which virtual time would outrun.
  await page.libraryReady()
  expect(await inVirtualTime(prepared)).toBeLessThan(20_000)
  await expect(prepared).rejects.toMatchObject({ code: 'evm-relay-unreachable' })
})

describe('a device whose clock is wrong', () => {
  test.each([2 * MINUTE, -5 * MINUTE, 24 * 60 * MINUTE])(
    'reads so before a link is made that no wallet would use: %i ms',
    async (error) => {
      const page = openEvmPage({ relayUrl: world.relay.url, clockError: () => error })
      const prepared = page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
      await expect(prepared).rejects.toMatchObject({ code: 'evm-clock-wrong' })
      expect(page.connector.link.get()).toBeNull()
    },
  )

  test('connects as long as relay and wallets accept the clock', async () => {
    for (const error of [2 * MINUTE - 1, -5 * MINUTE + 1]) {
      const page = openEvmPage({ relayUrl: world.relay.url, clockError: () => error })
      await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
      expect(page.connector.link.get()).toMatch(/^wc:/)
    }
  })

  test('reads so, and not that the link has run out, where the clock turns out to be wrong later', async () => {
    let error = 0
    const page = openEvmPage({ relayUrl: world.relay.url, clockError: () => error })
    page.connector.connect('metamask')
    expect(page.answers).toEqual([{ kind: 'failure', code: 'evm-pairing-expired' }])
    error = 3 * MINUTE
    page.connector.connect('metamask')
    expect(page.answers.at(-1)).toEqual({ kind: 'failure', code: 'evm-clock-wrong' })
  })
})
