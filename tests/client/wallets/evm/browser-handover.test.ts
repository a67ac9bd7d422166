import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TICKET_TTL_MS } from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from '#client/api/api-error.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createBrowserHandover } from '#client/wallets/evm/browser-handover.ts'
import { EVM_ATTEMPT } from '#tests/support/sample-data.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { FOR_ITSELF } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'

const REQUEST = { family: 'evm', attemptId: EVM_ATTEMPT.id } as const
const MINUTE_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const getUrl = (number: number) => `https://app.example.com/connect#ticket=${number}`

function setUp(device = createMemoryStorage()) {
  const telegram = createFakeTelegram()
  const server: { given: number; refusal: ProblemCode | null } = { given: 0, refusal: null }
  const wallets = createBrowserHandover({
    telegram,
    storage: createUserStorage(device, '1001'),
    now: () => Date.now(),
    openTicket: async () => {
      if (server.refusal !== null) throw new ApiError(server.refusal)
      server.given += 1
      const expiresAt = new Date(Date.now() + TICKET_TTL_MS).toISOString()
      return { ticket: `${server.given}`, url: getUrl(server.given), expiresAt }
    },
  })
  return { telegram, server, wallets, device }
}

test('a handover opens our page in the outside browser within the tap', async () => {
  const { wallets, telegram } = setUp()
  await wallets.prepare(REQUEST)
  wallets.connect('browser')
  expect(telegram.opened).toEqual([getUrl(1)])
  expect(wallets.link.get()).toBe(getUrl(1))
})

test('a page that is prepared twice uses one ticket', async () => {
  const { wallets, server } = setUp()
  await wallets.prepare(REQUEST)
  await wallets.prepare(REQUEST)
  expect(server.given).toBe(1)
})

test('a handover reports a refusal of the server by its code', async () => {
  const { wallets, server } = setUp()
  server.refusal = 'evm-off'
  await expect(wallets.prepare(REQUEST)).rejects.toMatchObject({ code: 'evm-off' })
})

describe('a ticket', () => {
  test('a ticket is replaced after use when the member comes back', async () => {
    const { wallets, telegram } = setUp()
    await wallets.prepare(REQUEST)
    wallets.connect('browser')
    await pass(20_000)
    telegram.comeBack()
    await pass(0)
    wallets.reopen()
    expect(telegram.opened).toEqual([getUrl(1), getUrl(2)])
  })

  test('a ticket is not replaced while the browser may still be redeeming it', async () => {
    const { wallets, telegram, server } = setUp()
    await wallets.prepare(REQUEST)
    wallets.connect('browser')
    await pass(1_000)
    telegram.comeBack()
    await pass(3_999)
    expect(server.given).toBe(1)
    await pass(1)
    expect(server.given).toBe(2)
  })

  test('a ticket is replaced after use by a tap that comes before the return is noticed, once', async () => {
    const { wallets, telegram, server } = setUp()
    await wallets.prepare(REQUEST)
    wallets.connect('browser')
    await pass(20_000)
    wallets.reopen()
    wallets.reopen()
    await pass(0)
    expect(server.given).toBe(2)
    expect(telegram.opened).toEqual([getUrl(1), getUrl(2)])
  })

  test('waits for the next tap when it comes too late for the first, and the next tap fetches no other', async () => {
    const { wallets, telegram, server } = setUp()
    await wallets.prepare(REQUEST)
    wallets.connect('browser')
    await pass(20_000)
    telegram.tap.isFresh = false
    wallets.reopen()
    await pass(0)
    expect(telegram.opened).toEqual([getUrl(1)])
    wallets.reopen()
    expect(telegram.opened).toEqual([getUrl(1), getUrl(2)])
    expect(server.given).toBe(2)
  })

  test('opens nothing after use when no other can be fetched', async () => {
    const { wallets, telegram, server } = setUp()
    await wallets.prepare(REQUEST)
    wallets.connect('browser')
    await pass(20_000)
    server.refusal = 'maintenance'
    wallets.reopen()
    await pass(0)
    expect(telegram.opened).toEqual([getUrl(1)])
  })

  test('a ticket is replaced after use in the end where the client never reports a return', async () => {
    const { wallets, server } = setUp()
    await wallets.prepare(REQUEST)
    wallets.connect('browser')
    await pass(MINUTE_MS)
    expect(server.given).toBe(2)
  })

  test('a ticket is replaced before it expires, and not earlier', async () => {
    const { wallets, telegram, server } = setUp()
    await wallets.prepare(REQUEST)
    telegram.comeBack()
    await pass(TICKET_TTL_MS - MINUTE_MS - 1)
    expect(server.given).toBe(1)
    await pass(1)
    expect(wallets.link.get()).toBe(getUrl(2))
  })

  test('a ticket is requested again after an outage', async () => {
    const { wallets, server } = setUp()
    await wallets.prepare(REQUEST)
    server.refusal = 'maintenance'
    await pass(TICKET_TTL_MS - MINUTE_MS)
    server.refusal = null
    await pass(5_000)
    expect(wallets.link.get()).toBe(getUrl(2))
  })

  test('a ticket is not requested after the attempt has ended', async () => {
    const { wallets, server } = setUp()
    await wallets.prepare(REQUEST)
    server.refusal = 'attempt-settled'
    await pass(TICKET_TTL_MS)
    expect(wallets.link.get()).toBeNull()
    server.refusal = null
    await pass(TICKET_TTL_MS)
    expect(server.given).toBe(1)
  })
})

test('a handover prepares the page again after a reload', async () => {
  const first = setUp()
  await first.wallets.prepare(REQUEST)
  const { wallets, telegram } = setUp(first.device)
  await wallets.restore()
  wallets.reopen()
  expect(telegram.opened).toEqual([getUrl(1)])
})

test('a handover opens nothing after the attempt is given up', async () => {
  const { wallets, telegram, server, device } = setUp()
  await wallets.prepare(REQUEST)
  wallets.cancel()
  wallets.reopen()
  await pass(TICKET_TTL_MS)
  expect([telegram.opened, server.given, wallets.link.get()]).toEqual([[], 1, null])
  const again = setUp(device)
  await again.wallets.restore()
  expect(again.server.given).toBe(0)
})

test('a tap opens the page again to sign in the browser', async () => {
  const { wallets, telegram } = setUp()
  await wallets.prepare(REQUEST)
  expect(wallets.canSign()).toBe(false)
  wallets.sign({ attemptId: EVM_ATTEMPT.id, message: 'I am @ada', ...FOR_ITSELF })
  wallets.reopen()
  expect(telegram.opened).toEqual([getUrl(1)])
})
