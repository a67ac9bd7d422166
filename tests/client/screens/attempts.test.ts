import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { submitTonProof, type TonProof } from '#shared/api/submit-ton-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { createAttempts } from '#client/screens/state/attempts.ts'
import { ATTEMPT, createFakeApi, NOW, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector, TELEGRAM_WALLET } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openApi } from '#tests/support/open-api.ts'

const { id } = ATTEMPT
const LINKED: Attempt = { ...ATTEMPT, state: 'linked', wallet: WALLET }
const AWAITING: Attempt = { ...ATTEMPT, state: 'awaiting-wallet' }
const PROOF: TonProof = {
  address: WALLET.address,
  network: '-239',
  stateInit: 'te6c',
  proof: {
    timestamp: 1_764_000_000,
    domain: { lengthBytes: 15, value: 'app.example.com' },
    payload: ATTEMPT.payload,
    signature: 'c2ln',
  },
}
const ANSWER = { kind: 'proof', proof: PROOF, walletApp: TELEGRAM_WALLET } as const

function setUp() {
  const server = createFakeApi()
  const wallets = createFakeWalletConnector()
  const telegram = createFakeTelegram()
  const storage = createMemoryStorage()
  const memory = createAttemptMemory(createUserStorage(storage, '1001'))
  const page = { isVisible: true }
  const events: string[] = []
  server.on(getAttempt, () => ok(AWAITING))
  server.on(updateAttempt, ({ body }) => ok(Object.assign({}, AWAITING, body)))
  server.on(submitTonProof, () => ok(LINKED))
  server.on(cancelAttempt, () => ({ status: 204 }))
  const attempts = createAttempts({
    api: openApi(server),
    wallets,
    memory,
    now: () => NOW,
    isVisible: () => page.isVisible,
    onReturn: (listener) => telegram.onReturn(listener),
    onUnderWay: () => events.push('under way'),
    onEnd: (end) => events.push(end),
  })
  const shown = () => attempts.state.get()
  return { server, wallets, telegram, memory, page, events, attempts, shown }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets everything happen that needs no time. */
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('following an attempt', () => {
  test('a wallet that is picked is told to the server by its name, and remembered', async () => {
    const { attempts, wallets, server, memory, events } = setUp()
    attempts.follow(ATTEMPT)
    wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
    await settle()
    expect(server.sentTo(updateAttempt)[0]?.body).toEqual({
      state: 'awaiting-wallet',
      walletApp: 'Tonkeeper',
    })
    expect(memory.toResume(NOW)?.id).toBe(id)
    expect(events).toEqual(['under way'])
  })

  test('a wallet whose name does not fit is told by its short name', async () => {
    const { attempts, wallets, server } = setUp()
    attempts.follow(ATTEMPT)
    wallets.pick({ appName: 'koshel', name: 'Кошелёк' })
    await settle()
    expect(server.sentTo(updateAttempt)[0]?.body).toMatchObject({ walletApp: 'koshel' })
  })

  test('a proof is posted the moment it arrives, and the outcome shown', async () => {
    const { attempts, wallets, server, events, shown, memory } = setUp()
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    expect(shown()).toMatchObject({ proof: 'checking' })
    await settle()
    expect(server.sentTo(submitTonProof).map((sent) => sent.body)).toEqual([PROOF])
    expect(shown()).toMatchObject({ attempt: { state: 'linked', wallet: WALLET } })
    expect(events).toEqual(['under way', 'linked'])
    expect(memory.id()).toBeNull()
  })

  test('a proof is never posted twice at the same time', async () => {
    const { attempts, wallets, server } = setUp()
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    wallets.answer(ANSWER)
    await settle()
    expect(server.sentTo(submitTonProof)).toHaveLength(1)
  })

  test('an outage changes nothing: the same proof goes again until it is judged', async () => {
    const { attempts, wallets, server, shown } = setUp()
    const answers = [refuse('ton-chain-unreachable', { 'retry-after': '2' }), refuse('maintenance')]
    server.on(submitTonProof, () => answers.shift() ?? ok(LINKED))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ proof: 'retrying', failure: null })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(server.sentTo(submitTonProof)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.sentTo(submitTonProof)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    expect(
      new Set(server.sentTo(submitTonProof).map((sent) => JSON.stringify(sent.body))).size,
    ).toBe(1)
  })

  test('a proof that is refused ends the attempt with the server’s reason', async () => {
    const { attempts, wallets, server, shown, events } = setUp()
    server.on(submitTonProof, () => refuse('ton-key-mismatch'))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ failure: 'ton-key-mismatch' })
    expect(events).toEqual(['under way', 'failed'])
  })

  test('an accepted proof whose answer was lost ends well all the same', async () => {
    const { attempts, wallets, server, shown, events } = setUp()
    server.on(submitTonProof, () => refuse('attempt-settled'))
    server.on(getAttempt, () => ok(LINKED))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' }, failure: null })
    expect(events).toEqual(['under way', 'linked'])
  })

  test('a refusal in the wallet fails the attempt here and on the server', async () => {
    const { attempts, wallets, server, shown } = setUp()
    attempts.follow(ATTEMPT)
    wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    await settle()
    expect(shown()).toMatchObject({ failure: 'wallet-rejected' })
    expect(server.sentTo(updateAttempt).at(-1)?.body).toEqual({
      state: 'failed',
      errorCode: 'wallet-rejected',
    })
  })

  test('an answer after the end is not heard', async () => {
    const { attempts, wallets, server } = setUp()
    attempts.follow(ATTEMPT)
    wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    wallets.answer(ANSWER)
    await settle()
    expect(server.sentTo(submitTonProof)).toEqual([])
  })

  test('a proof that waits for the former holder stops waiting for the wallet', async () => {
    const { attempts, wallets, server, shown, events } = setUp()
    server.on(submitTonProof, () => ({
      ...ok({ ...ATTEMPT, state: 'awaiting-consent' }),
      status: 202,
    }))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-consent' }, proof: 'none' })
    expect(events.at(-1)).toBe('awaiting-consent')
  })
})

describe('watching an attempt', () => {
  test('the server is asked regularly while the page is visible, and at once on return', async () => {
    const { attempts, server, page, telegram } = setUp()
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS * 2)
    expect(server.sentTo(getAttempt)).toHaveLength(2)
    page.isVisible = false
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS * 2)
    expect(server.sentTo(getAttempt)).toHaveLength(2)
    telegram.comeBack()
    expect(server.sentTo(getAttempt)).toHaveLength(2)
    await settle()
    expect(server.sentTo(getAttempt)).toHaveLength(3)
    stop()
    page.isVisible = true
    telegram.comeBack()
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS)
    expect(server.sentTo(getAttempt)).toHaveLength(3)
  })

  test('an attempt that another device finished is shown as finished, once', async () => {
    const { attempts, server, events, shown } = setUp()
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    server.on(getAttempt, () => ok(LINKED))
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS * 3)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    expect(events).toEqual(['linked'])
    expect(server.sentTo(getAttempt)).toHaveLength(1)
    stop()
  })

  test('an outage leaves the attempt on the screen; a lost identity does not', async () => {
    const { attempts, server, shown } = setUp()
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    server.on(getAttempt, () => refuse('maintenance'))
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS)
    expect(shown().status).toBe('shown')
    server.on(getAttempt, () => refuse('launch-data-expired'))
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS)
    expect(shown()).toEqual({ status: 'unavailable', id, code: 'launch-data-expired' })
    stop()
  })
})

describe('after a reload', () => {
  test('a pending attempt is shown again and its connection picked up', async () => {
    const { attempts, wallets, shown } = setUp()
    await attempts.resume(id)
    expect(shown()).toMatchObject({ status: 'shown', attempt: AWAITING })
    expect(wallets.calls).toEqual(['restore'])
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a proof that had not reached the server is sent', async () => {
    const { attempts, memory, server, shown } = setUp()
    memory.keepProof(id, PROOF)
    await attempts.resume(id)
    await settle()
    expect(server.sentTo(submitTonProof)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a proof of another attempt stays unsent', async () => {
    const { attempts, memory, server } = setUp()
    memory.keepProof('otherotherotherotherot', PROOF)
    await attempts.resume(id)
    await settle()
    expect(server.sentTo(submitTonProof)).toEqual([])
  })

  test('an attempt with its outcome needs no wallet library', async () => {
    const { attempts, wallets, server, memory } = setUp()
    memory.keep(ATTEMPT, 'opened')
    server.on(getAttempt, () => ok(LINKED))
    await attempts.resume(id)
    expect(wallets.calls).toEqual([])
    expect(memory.id()).toBeNull()
  })

  test('an attempt of somebody else is not there', async () => {
    const { attempts, server, shown } = setUp()
    server.on(getAttempt, () => refuse('not-found'))
    await attempts.resume(id)
    expect(shown()).toEqual({ status: 'unavailable', id, code: 'not-found' })
  })

  test('only an attempt that was sent to a wallet, and still lives, is gone back to', () => {
    const { memory } = setUp()
    memory.keep(ATTEMPT, 'made')
    expect(memory.toResume(NOW)).toBeNull()
    memory.keep(ATTEMPT, 'opened')
    expect(memory.toResume(NOW)?.id).toBe(id)
    expect(memory.toResume(Date.parse(ATTEMPT.expiresAt))).toBeNull()
  })
})

test('cancelling gives up the wallet, the memory and the attempt on the server', async () => {
  const { attempts, wallets, server, memory, shown } = setUp()
  attempts.follow(ATTEMPT)
  wallets.pick(TELEGRAM_WALLET)
  await attempts.cancel()
  expect(wallets.calls).toEqual(['cancel'])
  expect(server.sentTo(cancelAttempt)).toHaveLength(1)
  expect(memory.id()).toBeNull()
  expect(shown()).toEqual({ status: 'none' })
})

test('another wallet can answer the same attempt', async () => {
  const { attempts, wallets, server, memory } = setUp()
  attempts.follow(ATTEMPT)
  wallets.pick(TELEGRAM_WALLET)
  attempts.letWalletGo()
  expect(memory.id()).toBe(id)
  expect(server.sentTo(cancelAttempt)).toEqual([])
  wallets.answer(ANSWER)
  await settle()
  expect(server.sentTo(submitTonProof)).toEqual([])
})
