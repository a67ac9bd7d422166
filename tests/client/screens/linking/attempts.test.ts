import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import { ATTEMPT_POLL_MS, TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import { createAttempts } from '#client/screens/linking/attempts.ts'
import { createOpenedWallets } from '#client/screens/linking/opened-wallets.ts'
import type { WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  createFakeWalletConnector,
  FOR_ITSELF,
  METAMASK,
  TELEGRAM_WALLET,
} from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { ATTEMPT, EVM_ATTEMPT, NOW } from '#tests/support/sample-data.ts'
import { ILYA } from '#tests/support/people.ts'

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
const STEP_MS = 500
const REJECTED = { kind: 'failure', code: 'wallet-rejected' } as const
const ABSENT = 'n'.repeat(22)

type Options = {
  tonText?: TonTextBinding
  /** Whether Ilya holds the wallet that Ada proves. */
  isHeld?: boolean
}

/** A device of Ada's in virtual time, a TON attempt of hers, and Ada at another device. */
async function setUp({ tonText = 'off', isHeld = false }: Options = {}) {
  const server = await startAppServer({ evm: 'in-app', tonText })
  if (isHeld) await (await server.visit(ILYA)).linkTon()
  const elsewhere = await server.visit()
  const attempt = await elsewhere.startTon()
  const api = await server.signIn()
  const wallets = createFakeWalletConnector()
  const evm = createFakeWalletConnector()
  const telegram = createFakeTelegram()
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const memory = createAttemptMemory(storage)
  const page = { isVisible: true }
  const answer = server.proveTon(attempt)
  const events: string[] = []
  const { clock } = server.server
  const attempts = createAttempts({
    api,
    wallets: { ton: wallets, evm },
    memory,
    opened: createOpenedWallets(storage),
    now: () => clock.now,
    isVisible: () => page.isVisible,
    hasGesture: () => true,
    onReturn: (listener) => telegram.onReturn(listener),
    onUnderWay: () => events.push('under way'),
    onEnd: (end, family) => events.push(`${end} ${family}`),
  })
  vi.useFakeTimers({ toFake: [...TIMERS] })
  return {
    server,
    elsewhere,
    attempt,
    id: attempt.id,
    wallets,
    evm,
    telegram,
    memory,
    page,
    events,
    attempts,
    answer,
    shown: () => attempts.state.get(),
    /** Waits until everything has happened that needs no time. */
    flushPromises: () => pass(server, 0),
    /** Shows an attempt as after a reload. */
    resume: (id: string) => {
      void attempts.resume(id)
      return pass(server, 0)
    },
    /** The wallet is opened for the attempt, and proves it. */
    prove: () => {
      attempts.follow(attempt)
      wallets.answer(answer)
      return pass(server, 0)
    },
    /** Advances the time of this device; the server's clock stands still. */
    pass: (ms: number) => pass(server, ms),
    reportedStates: () => server.sentTo(updateAttempt).map(({ body }) => body),
  }
}

type AttemptStage = Awaited<ReturnType<typeof setUp>>

async function pass(server: AppServer, ms: number): Promise<void> {
  await server.settled()
  await vi.advanceTimersByTimeAsync(0)
  await server.settled()
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(STEP_MS, ms - passed))
    await server.settled()
  }
}

/** The proof in a wallet's answer. */
function proofIn(answer: WalletAnswer) {
  return answer.kind === 'ton-proof' ? answer.proof : expect.fail('no proof')
}

/** How another device ends the attempt. */
const END_ELSEWHERE: Record<string, (parts: AttemptStage) => Promise<unknown>> = {
  cancelled: ({ elsewhere: { api }, id }) => api.call(cancelAttempt, { id }),
  failed: ({ elsewhere: { api }, id }) =>
    api.call(updateAttempt, { id, body: { state: 'failed', errorCode: 'wallet-rejected' } }),
  expired: async ({ server }) => void (server.server.clock.now += TON_ATTEMPT_TTL_MS),
  'awaiting-consent': async ({ server, elsewhere, attempt }) => {
    await (await server.visit(ILYA)).linkTon()
    await elsewhere.prove(attempt)
  },
  linked: ({ elsewhere, attempt }) => elsewhere.prove(attempt),
}

afterEach(() => void vi.useRealTimers())

describe('following an attempt', () => {
  test('the server gets the name of the picked wallet, and the device remembers it', async () => {
    const { attempts, attempt, id, wallets, reportedStates, memory, events, flushPromises } =
      await setUp()
    attempts.follow(attempt)
    wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
    await flushPromises()
    expect(reportedStates()[0]).toEqual({ state: 'awaiting-wallet', walletApp: 'Tonkeeper' })
    expect(memory.toResume(NOW)?.id).toBe(id)
    expect(events).toEqual(['under way'])
  })

  test('the server gets the short name of a wallet when its name does not fit', async () => {
    const { attempts, attempt, wallets, reportedStates, flushPromises } = await setUp()
    attempts.follow(attempt)
    wallets.pick({ appName: 'koshel', name: 'Кошелёк' })
    await flushPromises()
    expect(reportedStates()[0]).toMatchObject({ walletApp: 'koshel' })
  })

  test('a proof is never sent twice at the same time', async () => {
    const { attempts, attempt, wallets, answer, server, flushPromises } = await setUp()
    attempts.follow(attempt)
    wallets.answer(answer)
    wallets.answer(answer)
    await flushPromises()
    expect(server.sentTo(submitProof)).toHaveLength(1)
  })

  test('the same proof is sent again after an outage until the server judges it', async () => {
    const { answer, server, shown, pass, prove } = await setUp()
    const reach = server.refuse(submitProof, 'ton-chain-unreachable', { 'retry-after': '2' })
    await prove()
    expect(shown()).toMatchObject({ proof: 'retrying', failure: null })
    reach()
    const recover = server.refuse(submitProof, 'maintenance')
    await pass(1_999)
    expect(server.sentTo(submitProof)).toHaveLength(1)
    await pass(1)
    expect(server.sentTo(submitProof)).toHaveLength(2)
    recover()
    await pass(2_000)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    const bodies = server.sentTo(submitProof).map(({ body }) => body)
    expect(bodies).toEqual(bodies.map(() => proofIn(answer)))
  })

  test('an accepted proof ends as linked even when its answer was lost', async () => {
    const { server, shown, events, pass, prove } = await setUp()
    const stop = server.loseAnswers(submitProof)
    await prove()
    stop()
    await pass(1_000)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' }, failure: null })
    expect(events).toEqual(['under way', 'linked ton'])
  })

  test('a refusal in the wallet fails the attempt here and on the server, and later answers are ignored', async () => {
    const { attempts, attempt, wallets, answer, server, reportedStates, shown, flushPromises } =
      await setUp()
    attempts.follow(attempt)
    wallets.answer(REJECTED)
    wallets.answer(answer)
    await flushPromises()
    expect(shown()).toMatchObject({ failure: 'wallet-rejected' })
    expect(reportedStates().at(-1)).toEqual({ state: 'failed', errorCode: 'wallet-rejected' })
    expect(server.sentTo(submitProof)).toEqual([])
  })
})

/** {@link setUp}, and the attempt is followed and watched, as on its screen. */
async function setUpWatched(options: Options = {}) {
  const parts = await setUp(options)
  parts.attempts.follow(parts.attempt)
  const stop = parts.attempts.watch()
  const asked = () => parts.server.sentTo(getAttempt).length
  return { ...parts, stop, asked }
}

describe('watching an attempt', () => {
  test('the server is polled while the page is visible, and immediately on return', async () => {
    const { asked, page, telegram, stop, flushPromises, pass } = await setUpWatched()
    await pass(ATTEMPT_POLL_MS * 2)
    expect(asked()).toBe(2)
    page.isVisible = false
    await pass(ATTEMPT_POLL_MS * 2)
    expect(asked()).toBe(2)
    telegram.comeBack()
    expect(asked()).toBe(2)
    await flushPromises()
    expect(asked()).toBe(3)
    stop()
    page.isVisible = true
    telegram.comeBack()
    await pass(ATTEMPT_POLL_MS)
    expect(asked()).toBe(3)
  })

  test('an attempt that another device finished is shown as finished, once, and polling ends', async () => {
    const parts = await setUpWatched()
    await END_ELSEWHERE['linked']?.(parts)
    await parts.pass(ATTEMPT_POLL_MS * 3)
    expect(parts.shown()).toMatchObject({ attempt: { state: 'linked' } })
    expect(parts.events).toEqual(['linked ton'])
    expect(parts.asked()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
    parts.stop()
  })

  test('an outage leaves the attempt on the screen; a lost identity does not', async () => {
    const { server, id, shown, stop, pass } = await setUpWatched()
    server.refuse(getAttempt, 'maintenance')
    await pass(ATTEMPT_POLL_MS)
    expect(shown().status).toBe('shown')
    server.refuse(getAttempt, 'init-data-expired')
    await pass(ATTEMPT_POLL_MS * 2)
    expect(shown()).toEqual({ status: 'unavailable', id, code: 'init-data-expired' })
    stop()
  })

  test('polling slows down in an outage, and returns to its normal rate after it', async () => {
    const { server, asked, stop, pass } = await setUpWatched()
    const recover = server.refuse(getAttempt, 'maintenance')
    await pass(60_000)
    expect(asked()).toBeGreaterThan(4)
    expect(asked()).toBeLessThan(10)
    recover()
    await pass(15_000)
    const since = asked()
    await pass(ATTEMPT_POLL_MS * 4)
    expect(asked()).toBe(since + 4)
    stop()
  })

  test('polling resumes immediately when the member or the connection comes back in an outage', async () => {
    const parts = await setUpWatched()
    const recover = parts.server.refuse(getAttempt, 'maintenance')
    await parts.pass(60_000)
    recover()
    await END_ELSEWHERE['linked']?.(parts)
    parts.telegram.comeBack()
    await parts.flushPromises()
    expect(parts.shown()).toMatchObject({ attempt: { state: 'linked' } })
    parts.stop()
  })

  test('polling sends one call at a time, however slow the answer and however often the member returns', async () => {
    const { server, telegram, asked, stop, flushPromises, pass } = await setUpWatched()
    const release = server.hold(getAttempt)
    await pass(ATTEMPT_POLL_MS * 3)
    telegram.comeBack()
    telegram.comeBack()
    await flushPromises()
    expect(asked()).toBe(1)
    release()
    await flushPromises()
    expect(asked()).toBe(2)
    stop()
  })

  test('polling loads the attempt later when the first load failed', async () => {
    const { attempts, id, server, shown, pass } = await setUp()
    const recover = server.refuse(getAttempt, 'maintenance')
    const stop = attempts.watch()
    void attempts.resume(id)
    await pass(2_000)
    expect(shown()).toEqual({ status: 'unavailable', id, code: 'maintenance' })
    recover()
    await pass(15_000)
    expect(shown()).toMatchObject({ status: 'shown', attempt: { id } })
    stop()
  })

  test('a slow answer for an attempt that was left does not affect the next one', async () => {
    const { attempts, attempt, server, shown, flushPromises, resume } = await setUp()
    const release = server.hold(getAttempt)
    await resume(ABSENT)
    attempts.follow(attempt)
    release()
    await flushPromises()
    expect(shown()).toMatchObject({ status: 'shown', attempt })
  })

  test('a slow refusal for an attempt that was left does not remove the next one', async () => {
    const { attempts, elsewhere, server, telegram, shown, stop, flushPromises } =
      await setUpWatched()
    const gate = createGate()
    server.replace(getAttempt, async () => {
      await gate.passed
      return new Response(JSON.stringify({ code: 'init-data-expired' }), { status: 401 })
    })
    telegram.comeBack()
    await flushPromises()
    const other = await elsewhere.startTon()
    attempts.follow(other)
    gate.open()
    await flushPromises()
    expect(shown()).toMatchObject({ status: 'shown', attempt: other })
    stop()
  })
})

describe('the list of wallets of a library', () => {
  test.each(Object.entries(END_ELSEWHERE))(
    'closes when its attempt is %s on the server, and the screen of the attempt replaces it',
    async (_, end) => {
      const parts = await setUpWatched()
      parts.wallets.connect('all-wallets')
      await end(parts)
      await parts.pass(ATTEMPT_POLL_MS)
      parts.stop()
      expect(parts.wallets.chooserOpen.get()).toBe(false)
      expect(parts.events[0]).toBe('under way')
    },
  )

  test.each(['proof', 'failure'])('closes when the wallet answers with a %s', async (kind) => {
    const { attempts, attempt, wallets, answer, flushPromises } = await setUp()
    attempts.follow(attempt)
    wallets.connect('all-wallets')
    wallets.answer(kind === 'proof' ? answer : REJECTED)
    expect(wallets.chooserOpen.get()).toBe(false)
    await flushPromises()
  })
})

describe('an attempt that another device has started', () => {
  test('an attempt from another device is polled, and uses nothing of this device until it is adopted', async () => {
    const { attempts, attempt, id, wallets, memory, shown, resume } = await setUp()
    await resume(id)
    expect(shown()).toMatchObject({ status: 'shown', isElsewhere: true })
    expect(wallets.calls).toEqual([])
    expect(memory.id('ton')).toBeNull()
    expect(attempts.isOfThisDevice(attempt)).toBe(false)
    attempts.adopt(attempt)
    expect(attempts.isOfThisDevice(attempt)).toBe(true)
    expect(memory.toResume(NOW)).toBeNull()
  })

  test('offers no text when it is linked there and another wallet is connected here', async () => {
    const { attempts, attempt, id, elsewhere, wallets, resume } = await setUp({
      tonText: 'offer',
    })
    const byDomain = await elsewhere.prove(attempt)
    wallets.allowSigning(true)
    const connected = { status: 'connected', network: '-239', walletApp: TELEGRAM_WALLET } as const
    wallets.deviceWallet.set({ ...connected, address: `0:${'aa'.repeat(32)}` })
    await resume(id)
    expect(attempts.canOfferText(byDomain)).toBe(false)
    wallets.deviceWallet.set({ ...connected, address: byDomain.wallet?.address ?? '' })
    expect(attempts.canOfferText(byDomain)).toBe(true)
  })
})

describe('after a reload', () => {
  test('a connected wallet whose proof the reload lost gets the same proof request again', async () => {
    const { attempt, id, wallets, answer, memory, shown, flushPromises, resume } = await setUp()
    const { address, network } = proofIn(answer)
    const walletApp = TELEGRAM_WALLET
    wallets.deviceWallet.set({ status: 'connected', network, address, walletApp })
    memory.keep(attempt, 'opened')
    await resume(id)
    expect(wallets.calls).toEqual(['restore', 'prepare'])
    expect(wallets.prepared).toMatchObject([{ payload: attempt.payload }])
    expect(shown()).toMatchObject({ attempt: { state: 'created' }, failure: null })
    wallets.answer(answer)
    await flushPromises()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test.each([
    ['a proof that had not reached the server is sent', true],
    ['a proof of another attempt stays unsent', false],
  ])('%s', async (_, isOwn) => {
    const { id, answer, memory, server, shown, resume } = await setUp()
    memory.saveSubmission(isOwn ? id : ABSENT, { kind: 'ton-proof', proof: proofIn(answer) })
    await resume(id)
    expect(server.sentTo(submitProof)).toHaveLength(isOwn ? 1 : 0)
    expect(shown()).toMatchObject({ attempt: { state: isOwn ? 'linked' : 'created' } })
  })

  test('an attempt with its outcome loads no wallet library', async () => {
    const { attempt, id, elsewhere, wallets, memory, resume } = await setUp()
    memory.keep(attempt, 'opened')
    await elsewhere.prove(attempt)
    await resume(id)
    expect(wallets.calls).toEqual([])
    expect(memory.id('ton')).toBeNull()
  })

  test('an attempt of another member is not found', async () => {
    const { server, shown, resume } = await setUp()
    const { id } = await (await server.visit(ILYA)).startTon()
    await resume(id)
    expect(shown()).toEqual({ status: 'unavailable', id, code: 'not-found' })
  })
})

test('cancelling gives up the wallet with its list, the memory and the attempt on the server', async () => {
  const { attempts, attempt, wallets, elsewhere, memory, shown, flushPromises } = await setUp()
  attempts.follow(attempt)
  wallets.connect('all-wallets')
  wallets.pick(TELEGRAM_WALLET)
  void attempts.cancel()
  await flushPromises()
  expect(wallets.calls).toEqual(['connect all-wallets', 'cancel'])
  const { state } = await elsewhere.api.call(getAttempt, { id: attempt.id })
  expect(state).toBe('cancelled')
  expect(memory.id('ton')).toBeNull()
  expect(shown()).toEqual({ status: 'none' })
})

test('another wallet can answer the same attempt', async () => {
  const { attempts, attempt, id, wallets, answer, server, memory, flushPromises } = await setUp()
  attempts.follow(attempt)
  wallets.pick(TELEGRAM_WALLET)
  attempts.letWalletGo()
  expect(memory.id('ton')).toBe(id)
  expect(server.sentTo(cancelAttempt)).toEqual([])
  wallets.answer(answer)
  await flushPromises()
  expect(server.sentTo(submitProof)).toEqual([])
})

test('another wallet is asked at once while the proof of the first waits for a chain, and that one is sent no more', async () => {
  const { attempts, attempt, wallets, answer, server, shown, flushPromises, pass, prove } =
    await setUp()
  const reach = server.refuse(submitProof, 'ton-chain-unreachable', { 'retry-after': '2' })
  await prove()
  expect(shown()).toMatchObject({ proof: 'retrying' })
  reach()
  attempts.letWalletGo()
  attempts.adopt(attempt)
  attempts.follow(attempt)
  const other = server.proveTon(attempt, 2)
  wallets.answer(other)
  await flushPromises()
  expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  await pass(4_000)
  const bodies = server.sentTo(submitProof).map(({ body }) => body)
  expect(bodies).toEqual([proofIn(answer), proofIn(other)])
})

async function setUpEvm() {
  const parts = await setUp()
  const attempt = await parts.elsewhere.startEvm()
  return { ...parts, attempt, id: attempt.id, wallet: parts.server.evmWallet() }
}

type EvmParts = Awaited<ReturnType<typeof setUpEvm>>

/** A wallet has been opened and has shared its account. */
async function shareAccount(parts: EvmParts): Promise<EvmParts> {
  parts.attempts.follow(parts.attempt)
  parts.evm.pick(METAMASK)
  parts.evm.answer(parts.wallet.connected)
  await parts.flushPromises()
  return parts
}

/** The wallet's answer to its last request. */
const sign = async ({ evm, wallet, flushPromises }: EvmParts) => {
  evm.answer(await wallet.sign(evm.asked.at(-1)))
  await flushPromises()
}

describe('an EVM wallet', () => {
  test('shares its account, gets the message without another tap, and is linked', async () => {
    const parts = await shareAccount(await setUpEvm())
    const { id, evm, wallet, server, shown, events, memory } = parts
    expect(server.sentTo(fixAccount)).toMatchObject([{ body: wallet.account }])
    const fixed = { id, state: 'awaiting-signature', account: wallet.account }
    const message: unknown = expect.stringContaining('@ada')
    const request = { attemptId: id, message, signsFor: null, account: wallet.account }
    expect(evm.asked).toMatchObject([request])
    expect(evm.calls).not.toContain('reopen')
    expect(shown()).toMatchObject({ attempt: fixed, proof: 'none', signAskedAt: NOW })
    await sign(parts)
    expect(server.sentTo(submitProof)).toHaveLength(1)
    const linked = { state: 'linked', wallet: { address: wallet.account.address } }
    expect(shown()).toMatchObject({ attempt: linked, signAskedAt: null })
    expect(events.at(-1)).toBe('linked evm')
    expect(memory.id('evm')).toBeNull()
  })

  test('an EVM wallet is reported to the server until its account is fixed, and the same account again changes nothing', async () => {
    const { evm, wallet, server, reportedStates, flushPromises } = await shareAccount(
      await setUpEvm(),
    )
    const before = reportedStates().length
    evm.pick({ appName: 'metamask', name: 'MetaMask Mobile' })
    evm.answer(wallet.connected)
    await flushPromises()
    expect(reportedStates()).toHaveLength(before)
    expect(server.sentTo(fixAccount)).toHaveLength(1)
  })

  test('its account is sent again after an outage, as a proof is', async () => {
    const parts = await setUpEvm()
    const recover = parts.server.refuse(fixAccount, 'evm-chain-unreachable', { 'retry-after': '2' })
    const { shown, memory, id, wallet, pass } = await shareAccount(parts)
    expect(shown()).toMatchObject({ proof: 'retrying' })
    // A reload meanwhile loses nothing.
    expect(memory.findSubmission(id)).toMatchObject({ account: wallet.account })
    recover()
    await pass(2_000)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' }, proof: 'none' })
  })

  test.each([
    [
      'meets an earlier check of the same member is sent again when the server says',
      'busy',
      'checking',
    ],
    ['meets an outage is sent again', 'evm-chain-unreachable', 'retrying'],
  ] as const)(
    'a signature that %s, and the wallet gets one request only',
    async (_, code, proof) => {
      const parts = await shareAccount(await setUpEvm())
      const { attempts, evm, server, shown, pass } = parts
      const recover = server.refuse(submitProof, code, { 'retry-after': '1' })
      await sign(parts)
      expect(shown()).toMatchObject({ proof })
      attempts.sign()
      expect(evm.asked).toHaveLength(1)
      recover()
      await pass(1_000)
      expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
      const bodies = server.sentTo(submitProof).map(({ body }) => JSON.stringify(body))
      expect(new Set(bodies).size).toBe(1)
    },
  )

  test.each(['evm-chain-unsupported', 'wallet-limit'] as const)(
    'an account that the server refuses (%s) ends the attempt',
    async (code) => {
      const parts = await setUpEvm()
      parts.server.refuse(fixAccount, code)
      const { shown, events } = await shareAccount(parts)
      expect(shown()).toMatchObject({ failure: code })
      expect(events.at(-1)).toBe('failed evm')
    },
  )

  test('another account requests the text for that account', async () => {
    const { evm, server, shown, flushPromises } = await shareAccount(await setUpEvm())
    const other = server.evmWallet(2)
    evm.answer(other.connected)
    await flushPromises()
    const message: unknown = expect.stringContaining(other.account.address)
    const attempt = { account: other.account, message }
    expect(shown()).toMatchObject({ attempt, signAskedAt: NOW })
    expect(evm.asked).toHaveLength(2)
    expect(evm.asked.at(-1)).toMatchObject(attempt)
  })

  test('an account that changes during the call for the first replaces it', async () => {
    const { attempts, attempt, evm, wallet, server, shown, flushPromises } = await setUpEvm()
    const other = server.evmWallet(2)
    attempts.follow(attempt)
    evm.answer(wallet.connected)
    evm.answer(other.connected)
    await flushPromises()
    expect(server.sentTo(fixAccount)).toHaveLength(2)
    expect(shown()).toMatchObject({ attempt: { account: other.account } })
  })

  test('a late answer from before the account was fixed does not undo it', async () => {
    const parts = await setUpEvm()
    const late = parts.server.holdNextAnswer(updateAttempt)
    const { shown, flushPromises } = await shareAccount(parts)
    late.release()
    await flushPromises()
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' } })
  })

  test('refusing to sign fails the attempt here and on the server', async () => {
    const { attempts, evm, reportedStates, shown, flushPromises } = await shareAccount(
      await setUpEvm(),
    )
    attempts.sign()
    evm.answer(REJECTED)
    await flushPromises()
    expect(shown()).toMatchObject({ failure: 'wallet-rejected' })
    expect(reportedStates().at(-1)).toEqual({ state: 'failed', errorCode: 'wallet-rejected' })
  })

  test.each(['evm-relay-unreachable', 'evm-wallet-busy', 'wallet-not-opened'] as const)(
    'a wallet that could not be reached (%s) can get the request again',
    async (code) => {
      const parts = await shareAccount(await setUpEvm())
      const { attempts, evm, shown } = parts
      attempts.sign()
      evm.answer({ kind: 'failure', code })
      expect(shown()).toMatchObject({ failure: null, setback: code, signAskedAt: null })
      attempts.sign()
      expect(shown()).toMatchObject({ setback: null, signAskedAt: NOW })
      await sign(parts)
      expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    },
  )

  test('no signature is requested before the server has written the text', async () => {
    const { attempts, attempt, evm } = await setUpEvm()
    attempts.follow(attempt)
    attempts.sign()
    expect(evm.asked).toEqual([])
  })

  test('another wallet for an attempt whose account is fixed shares its own account first', async () => {
    const { attempts, id, elsewhere, evm, wallet, server, shown, flushPromises, pass } =
      await setUpEvm()
    attempts.follow(await elsewhere.api.call(fixAccount, { id, body: wallet.account }))
    const stop = attempts.watch()
    await pass(ATTEMPT_POLL_MS)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-wallet', message: null } })
    evm.answer(wallet.connected)
    await flushPromises()
    expect(server.sentTo(fixAccount)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' } })
    stop()
  })

  test('reopening, disconnecting and cancelling reach the wallets of the attempt’s family only', async () => {
    const { attempts, attempt, evm, wallets } = await setUpEvm()
    attempts.follow(attempt)
    attempts.reopen()
    attempts.letWalletGo()
    attempts.follow(attempt)
    void attempts.cancel()
    expect(evm.calls).toEqual(['reopen', 'cancel', 'cancel'])
    expect(wallets.calls).toEqual([])
  })

  test.each(['created', 'awaiting-signature'])(
    'a reload of an attempt that is %s restores its connection',
    async (state) => {
      const { attempt, id, elsewhere, evm, wallet, wallets, memory, shown, resume } =
        await setUpEvm()
      if (state !== 'created') await elsewhere.api.call(fixAccount, { id, body: wallet.account })
      memory.keep(attempt, 'opened')
      await resume(id)
      expect(shown()).toMatchObject({ attempt: { id, state } })
      expect([evm.calls, wallets.calls]).toEqual([['restore'], []])
    },
  )

  test('a reload before the account was fixed sends the account again', async () => {
    const { id, wallet, memory, shown, resume } = await setUpEvm()
    memory.saveSubmission(id, { kind: 'account', account: wallet.account })
    await resume(id)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' } })
  })

  test('a reload before the signature was judged sends the signature again', async () => {
    const { id, elsewhere, wallet, memory, shown, resume } = await setUpEvm()
    const { message } = await elsewhere.api.call(fixAccount, { id, body: wallet.account })
    const signed = await wallet.sign({ ...FOR_ITSELF, attemptId: id, message: message ?? '' })
    if (signed.kind !== 'signature') expect.fail('no signature')
    memory.saveSubmission(id, { kind: 'signature', signature: signed.signature })
    await resume(id)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })
})

/** A wallet, which can sign texts or cannot, has proven the attempt. */
async function setUpProven({ canSign = true, ...options }: Options & { canSign?: boolean }) {
  const parts = await setUp(options)
  const { attempts, wallets, server, flushPromises, prove } = parts
  wallets.allowSigning(canSign)
  await prove()
  const canOffer = () => {
    const shown = parts.shown()
    return shown.status === 'shown' && attempts.canOfferText(shown.attempt)
  }
  /** The wallet signs its last request. */
  const sign = async () => {
    attempts.sign()
    wallets.answer(server.signTon(wallets.asked.at(-1)))
    await flushPromises()
  }
  return { ...parts, canOffer, sign }
}

describe('a text that names the account', () => {
  const DEMANDED = { tonText: 'require' } as const
  const OFFERED = { tonText: 'offer' } as const
  const HELD = { tonText: 'offer', isHeld: true } as const
  const BY_TEXT = { state: 'linked', wallet: { binding: 'text' } } as const

  test('completes the attempt when it is required', async () => {
    const { wallets, attempt, id, shown, events, canOffer, sign } = await setUpProven(DEMANDED)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' }, failure: null })
    expect(canOffer()).toBe(false)
    await sign()
    const { message } = attempt
    expect(wallets.asked).toMatchObject([{ attemptId: id, message, signsFor: null }])
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
    expect(events.at(-1)).toBe('linked ton')
  })

  test('ends the attempt with the reason when it is required and the wallet cannot sign texts', async () => {
    const { shown, reportedStates } = await setUpProven({ ...DEMANDED, canSign: false })
    expect(shown()).toMatchObject({ failure: 'ton-text-unsupported' })
    expect(reportedStates().at(-1)).toMatchObject({ errorCode: 'ton-text-unsupported' })
  })

  test.each([
    ['is asked for after a reload too', true, null],
    ['ends the attempt where the restored wallet signs none', false, 'ton-text-unsupported'],
  ])('when it is required, %s', async (_, canSign, failure) => {
    const { attempt, id, elsewhere, wallets, answer, memory, shown, resume } = await setUp(DEMANDED)
    await elsewhere.prove(attempt)
    memory.keep(attempt, 'opened')
    const { address, network } = proofIn(answer)
    const walletApp = TELEGRAM_WALLET
    wallets.deviceWallet.set({ status: 'connected', network, address, walletApp })
    wallets.allowSigning(canSign)
    await resume(id)
    expect(wallets.calls).toContain('restore')
    expect(wallets.calls).not.toContain('prepare')
    expect(shown()).toMatchObject({ failure })
  })

  test('replaces the proof as the next step, and a proof whose answer was lost is not sent again', async () => {
    const { attempt, id, elsewhere, wallets, answer, memory, server, resume } =
      await setUp(DEMANDED)
    await elsewhere.prove(attempt)
    wallets.allowSigning(true)
    memory.saveSubmission(id, { kind: 'ton-proof', proof: proofIn(answer) })
    await resume(id)
    expect(server.sentTo(submitProof)).toEqual([])
  })

  test('strengthens a linked wallet when it is offered', async () => {
    const { attempts, shown, events, memory, canOffer, sign } = await setUpProven(OFFERED)
    expect(canOffer()).toBe(true)
    attempts.sign()
    expect(shown()).toMatchObject({ signAskedAt: NOW, attempt: { state: 'linked' } })
    await sign()
    expect(shown()).toMatchObject({ attempt: BY_TEXT, proof: 'none', signAskedAt: null })
    expect(canOffer()).toBe(false)
    expect(events.filter((event) => event === 'linked ton')).toHaveLength(2)
    expect(memory.id('ton')).toBeNull()
  })

  test.each(['wallet-rejected', 'wallet-failed'] as const)(
    'leaves the wallet linked when it is offered and the wallet answers with %s',
    async (code) => {
      const { attempts, wallets, shown, reportedStates, events, flushPromises } =
        await setUpProven(OFFERED)
      const reported = reportedStates().length
      attempts.sign()
      wallets.answer({ kind: 'failure', code })
      await flushPromises()
      const attempt = { state: 'linked', wallet: { binding: 'domain' } }
      expect(shown()).toMatchObject({ attempt, failure: null, setback: code, signAskedAt: null })
      expect(reportedStates()).toHaveLength(reported)
      expect(events.at(-1)).not.toContain('failed')
    },
  )

  test('leaves the wallet linked when it is offered and the server refuses it', async () => {
    const { id, server, shown, memory, sign } = await setUpProven(OFFERED)
    server.refuse(submitText, 'ton-text-mismatch')
    await sign()
    const attempt = { state: 'linked', wallet: { binding: 'domain' } }
    expect(shown()).toMatchObject({ attempt, setback: 'ton-text-mismatch', failure: null })
    expect(memory.findSubmission(id)).toBeNull()
  })

  test('a text that names the account is sent after a reload when it arrived before, although the wallet is linked', async () => {
    const { attempt, id, elsewhere, memory, server, shown, resume } = await setUp(OFFERED)
    await elsewhere.prove(attempt)
    const request = { ...FOR_ITSELF, attemptId: id, message: attempt.message ?? '' }
    const signed = server.signTon(request)
    if (signed.kind !== 'text') expect.fail('no text')
    memory.saveSubmission(id, { kind: 'text', text: signed.text })
    await resume(id)
    expect(server.sentTo(submitText)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
  })

  test('moves a wallet that waits for its holder’s consent', async () => {
    const { shown, events, canOffer, sign } = await setUpProven(HELD)
    expect(events.at(-1)).toBe('awaiting-consent ton')
    expect(canOffer()).toBe(true)
    await sign()
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
    expect(events.at(-1)).toBe('linked ton')
  })

  test('leaves the wait for the holder in place when signing fails', async () => {
    const { attempts, wallets, shown } = await setUpProven(HELD)
    attempts.sign()
    wallets.answer(REJECTED)
    const attempt = { state: 'awaiting-consent' }
    expect(shown()).toMatchObject({ attempt, failure: null, setback: 'wallet-rejected' })
  })

  test.each([
    ['the wallet signs none', { ...OFFERED, canSign: false }],
    ['the owner asks for none', { tonText: 'off' }],
  ] as const)('a text that names the account is not offered where %s', async (_, options) => {
    const { attempts, wallets, canOffer } = await setUpProven(options)
    expect(canOffer()).toBe(false)
    attempts.sign()
    expect(wallets.asked).toEqual([])
  })
})

const remember = () => createAttemptMemory(createUserStorage(createMemoryStorage(), '1001'))

describe('what the device remembers', () => {
  const { id } = ATTEMPT

  test('the app returns only to an attempt that was sent to a wallet and is still live', () => {
    const memory = remember()
    memory.keep(ATTEMPT, 'made')
    expect(memory.toResume(NOW)).toBeNull()
    memory.keep(ATTEMPT, 'opened')
    expect(memory.toResume(NOW)?.id).toBe(id)
    expect(memory.toResume(Date.parse(ATTEMPT.expiresAt))).toBeNull()
  })

  test('one attempt per family is remembered, and the app returns to the one that was opened last', () => {
    const memory = remember()
    memory.keep(ATTEMPT, 'opened')
    memory.keep(EVM_ATTEMPT, 'made')
    expect(memory.toResume(NOW)?.id).toBe(id)
    memory.keep(EVM_ATTEMPT, 'opened')
    expect(memory.toResume(NOW)?.id).toBe(EVM_ATTEMPT.id)
    expect([memory.id('ton'), memory.id('evm')]).toEqual([id, EVM_ATTEMPT.id])
    memory.forget(EVM_ATTEMPT)
    expect([memory.id('ton'), memory.id('evm')]).toEqual([id, null])
  })

  test('the end of an old attempt does not delete the newer one from the memory', () => {
    const memory = remember()
    memory.keep(ATTEMPT, 'made')
    memory.forget({ ...ATTEMPT, id: 'otherotherotherotherot' })
    expect(memory.id('ton')).toBe(id)
  })
})
