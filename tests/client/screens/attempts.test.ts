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
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { createAttempts } from '#client/screens/state/attempts.ts'
import type { WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { type AppServer, ILYA, startAppServer } from '#tests/support/app-server.ts'
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
  const memory = createAttemptMemory(createUserStorage(createMemoryStorage(), '1001'))
  const page = { isVisible: true }
  const events: string[] = []
  const { clock } = server.server
  const attempts = createAttempts({
    api,
    wallets: { ton: wallets, evm },
    memory,
    now: () => clock.now,
    isVisible: () => page.isVisible,
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
    answer: server.proveTon(attempt),
    shown: () => attempts.state.get(),
    /** Lets everything happen that needs no time. */
    flushPromises: () => pass(server, 0),
    /** Lets this time pass here; the server's clock stands. */
    pass: (ms: number) => pass(server, ms),
    reportedStates: () => server.sentTo(updateAttempt).map(({ body }) => body),
  }
}

type AttemptStage = Awaited<ReturnType<typeof setUp>>

async function pass(server: AppServer, ms: number): Promise<void> {
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
  test('a wallet that is picked is told to the server by its name, and remembered', async () => {
    const { attempts, attempt, id, wallets, reportedStates, memory, events, flushPromises } =
      await setUp()
    attempts.follow(attempt)
    wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
    await flushPromises()
    expect(reportedStates()[0]).toEqual({ state: 'awaiting-wallet', walletApp: 'Tonkeeper' })
    expect(memory.toResume(NOW)?.id).toBe(id)
    expect(events).toEqual(['under way'])
  })

  test('a wallet whose name does not fit is told by its short name', async () => {
    const { attempts, attempt, wallets, reportedStates, flushPromises } = await setUp()
    attempts.follow(attempt)
    wallets.pick({ appName: 'koshel', name: 'Кошелёк' })
    await flushPromises()
    expect(reportedStates()[0]).toMatchObject({ walletApp: 'koshel' })
  })

  test('a proof is posted the moment it arrives, and the outcome shown', async () => {
    const { attempts, attempt, wallets, answer, server, events, shown, memory, flushPromises } =
      await setUp()
    attempts.follow(attempt)
    wallets.answer(answer)
    expect(shown()).toMatchObject({ proof: 'checking' })
    await flushPromises()
    expect(server.sentTo(submitProof).map((sent) => sent.body)).toEqual([proofIn(answer)])
    const wallet = { family: 'ton', address: proofIn(answer).address }
    expect(shown()).toMatchObject({ attempt: { state: 'linked', wallet } })
    expect(events).toEqual(['under way', 'linked ton'])
    expect(memory.id('ton')).toBeNull()
  })

  test('a proof is never posted twice at the same time', async () => {
    const { attempts, attempt, wallets, answer, server, flushPromises } = await setUp()
    attempts.follow(attempt)
    wallets.answer(answer)
    wallets.answer(answer)
    await flushPromises()
    expect(server.sentTo(submitProof)).toHaveLength(1)
  })

  test('an outage changes nothing: the same proof goes again until it is judged', async () => {
    const { attempts, attempt, wallets, answer, server, shown, flushPromises, pass } = await setUp()
    const reach = server.refuse(submitProof, 'ton-chain-unreachable', { 'retry-after': '2' })
    attempts.follow(attempt)
    wallets.answer(answer)
    await flushPromises()
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

  test('a proof that is refused ends the attempt with the server’s reason', async () => {
    const { attempts, attempt, wallets, answer, shown, events, flushPromises } = await setUp()
    const { proof, ...rest } = proofIn(answer)
    const forged = { ...proof, signature: `${'A'.repeat(86)}==` }
    attempts.follow(attempt)
    wallets.answer({
      kind: 'ton-proof',
      walletApp: TELEGRAM_WALLET,
      proof: { ...rest, proof: forged },
    })
    await flushPromises()
    expect(shown()).toMatchObject({ failure: 'ton-signature-invalid' })
    expect(events).toEqual(['under way', 'failed ton'])
  })

  test('an accepted proof whose answer was lost ends well all the same', async () => {
    const { attempts, attempt, wallets, answer, server, shown, events, flushPromises, pass } =
      await setUp()
    const stop = server.loseAnswers(submitProof)
    attempts.follow(attempt)
    wallets.answer(answer)
    await flushPromises()
    stop()
    await pass(1_000)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' }, failure: null })
    expect(events).toEqual(['under way', 'linked ton'])
  })

  test('a refusal in the wallet fails the attempt here and on the server, and nothing is heard after it', async () => {
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

  test('a proof that waits for the former holder stops waiting for the wallet', async () => {
    const { attempts, attempt, wallets, answer, shown, events, flushPromises } = await setUp({
      isHeld: true,
    })
    attempts.follow(attempt)
    wallets.answer(answer)
    await flushPromises()
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-consent' }, proof: 'none' })
    expect(events.at(-1)).toBe('awaiting-consent ton')
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
  test('the server is asked regularly while the page is visible, and at once on return', async () => {
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

  test('an attempt that another device finished is shown as finished, once, and nothing is left that would ask', async () => {
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

  test('grows rarer through an outage, and is as regular as before when that is over', async () => {
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

  test('waits for no period when the member or the connection comes back in an outage', async () => {
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

  test('is one question at a time, however slow the answer and however often the member returns', async () => {
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

  test('has by itself later what could not be had at first', async () => {
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

  test('a slow answer for an attempt that was left says nothing of the next one', async () => {
    const { attempts, attempt, server, shown, flushPromises } = await setUp()
    const release = server.hold(getAttempt)
    void attempts.resume(ABSENT)
    await flushPromises()
    attempts.follow(attempt)
    release()
    await flushPromises()
    expect(shown()).toMatchObject({ status: 'shown', attempt })
  })

  test('a slow answer that refuses an attempt that was left does not take the next one away', async () => {
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
    'closes when its attempt is %s on the server, whose screen comes in its place',
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

describe('an attempt that another device has begun', () => {
  test('is watched, and nothing of this device is touched for it until it is adopted', async () => {
    const { attempts, attempt, id, wallets, memory, shown, flushPromises } = await setUp()
    void attempts.resume(id)
    await flushPromises()
    expect(shown()).toMatchObject({ status: 'shown', isElsewhere: true })
    expect(wallets.calls).toEqual([])
    expect(memory.id('ton')).toBeNull()
    expect(attempts.isOfThisDevice(attempt)).toBe(false)
    attempts.adopt(attempt)
    expect(attempts.isOfThisDevice(attempt)).toBe(true)
    expect(memory.toResume(NOW)).toBeNull()
  })

  test('and linked there is not to be strengthened by another wallet that is connected here', async () => {
    const { attempts, attempt, id, elsewhere, wallets, flushPromises } = await setUp({
      tonText: 'offer',
    })
    const byDomain = await elsewhere.prove(attempt)
    wallets.allowSigning(true)
    const connected = { status: 'connected', network: '-239', walletApp: TELEGRAM_WALLET } as const
    wallets.deviceWallet.set({ ...connected, address: `0:${'aa'.repeat(32)}` })
    void attempts.resume(id)
    await flushPromises()
    expect(attempts.canOfferText(byDomain)).toBe(false)
    wallets.deviceWallet.set({ ...connected, address: byDomain.wallet?.address ?? '' })
    expect(attempts.canOfferText(byDomain)).toBe(true)
  })
})

describe('after a reload', () => {
  test('a pending attempt is shown again and its connection picked up', async () => {
    const { attempts, attempt, id, wallets, answer, memory, shown, flushPromises } = await setUp()
    memory.keep(attempt, 'opened')
    void attempts.resume(id)
    await flushPromises()
    expect(shown()).toMatchObject({ status: 'shown', attempt: { id }, isElsewhere: false })
    expect(wallets.calls).toEqual(['restore'])
    wallets.answer(answer)
    await flushPromises()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a wallet that has connected but whose proof the reload lost is asked for the same proof again', async () => {
    const { attempts, attempt, id, wallets, answer, memory, shown, flushPromises } = await setUp()
    const { address, network } = proofIn(answer)
    const walletApp = TELEGRAM_WALLET
    wallets.deviceWallet.set({ status: 'connected', network, address, walletApp })
    memory.keep(attempt, 'opened')
    void attempts.resume(id)
    await flushPromises()
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
    const { attempts, id, answer, memory, server, shown, flushPromises } = await setUp()
    memory.saveSubmission(isOwn ? id : ABSENT, { kind: 'ton-proof', proof: proofIn(answer) })
    void attempts.resume(id)
    await flushPromises()
    expect(server.sentTo(submitProof)).toHaveLength(isOwn ? 1 : 0)
    expect(shown()).toMatchObject({ attempt: { state: isOwn ? 'linked' : 'created' } })
  })

  test('an attempt with its outcome needs no wallet library', async () => {
    const { attempts, attempt, id, elsewhere, wallets, memory, flushPromises } = await setUp()
    memory.keep(attempt, 'opened')
    await elsewhere.prove(attempt)
    void attempts.resume(id)
    await flushPromises()
    expect(wallets.calls).toEqual([])
    expect(memory.id('ton')).toBeNull()
  })

  test('an attempt of somebody else is not there', async () => {
    const { attempts, server, shown, flushPromises } = await setUp()
    const { id } = await (await server.visit(ILYA)).startTon()
    void attempts.resume(id)
    await flushPromises()
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

async function setUpEvm() {
  const parts = await setUp()
  const attempt = await parts.elsewhere.startEvm()
  return { ...parts, attempt, id: attempt.id, wallet: parts.server.evmWallet() }
}

type EvmParts = Awaited<ReturnType<typeof setUpEvm>>

/** A wallet has been opened and has told its account. */
async function shareAccount(parts: EvmParts): Promise<EvmParts> {
  parts.attempts.follow(parts.attempt)
  parts.evm.pick(METAMASK)
  parts.evm.answer(parts.wallet.connected)
  await parts.flushPromises()
  return parts
}

/** What the wallet answers to what it was asked last. */
const sign = async ({ evm, wallet, flushPromises }: EvmParts) => {
  evm.answer(await wallet.sign(evm.asked.at(-1)))
  await flushPromises()
}

describe('an EVM wallet', () => {
  test('tells its account, signs in a tap of its own, and is linked', async () => {
    const parts = await shareAccount(await setUpEvm())
    const { attempts, id, evm, wallet, server, shown, events, memory } = parts
    expect(server.sentTo(fixAccount)).toMatchObject([{ body: wallet.account }])
    const fixed = { id, state: 'awaiting-signature', account: wallet.account }
    expect(shown()).toMatchObject({ attempt: fixed, proof: 'none', signAskedAt: null })
    expect(evm.calls).not.toContain('sign')
    attempts.sign()
    const message: unknown = expect.stringContaining('@ada')
    const request = { attemptId: id, message, signsFor: null, account: wallet.account }
    expect(evm.asked).toMatchObject([request])
    expect(shown()).toMatchObject({ signAskedAt: NOW })
    await sign(parts)
    expect(server.sentTo(submitProof)).toHaveLength(1)
    const linked = { state: 'linked', wallet: { address: wallet.account.address } }
    expect(shown()).toMatchObject({ attempt: linked, signAskedAt: null })
    expect(events.at(-1)).toBe('linked evm')
    expect(memory.id('evm')).toBeNull()
  })

  test('is told to the server while it is chosen, and not once its account is fixed; the same account again changes nothing', async () => {
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

  test('an account is fixed through an outage, as a proof is brought', async () => {
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
  ] as const)('a signature that %s, and is never asked for twice', async (_, code, proof) => {
    const parts = await shareAccount(await setUpEvm())
    const { attempts, evm, server, shown, pass } = parts
    const recover = server.refuse(submitProof, code, { 'retry-after': '1' })
    attempts.sign()
    await sign(parts)
    expect(shown()).toMatchObject({ proof })
    attempts.sign()
    expect(evm.asked).toHaveLength(1)
    recover()
    await pass(1_000)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    const bodies = server.sentTo(submitProof).map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(1)
  })

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

  test('changing to another account asks for the text of that one', async () => {
    const { attempts, evm, server, shown, flushPromises } = await shareAccount(await setUpEvm())
    attempts.sign()
    const other = server.evmWallet(2)
    evm.answer(other.connected)
    await flushPromises()
    const message: unknown = expect.stringContaining(other.account.address)
    const attempt = { account: other.account, message }
    expect(shown()).toMatchObject({ attempt, signAskedAt: null })
  })

  test('an account that changes while the first is on its way follows it', async () => {
    const { attempts, attempt, evm, wallet, server, shown, flushPromises } = await setUpEvm()
    const other = server.evmWallet(2)
    attempts.follow(attempt)
    evm.answer(wallet.connected)
    evm.answer(other.connected)
    await flushPromises()
    expect(server.sentTo(fixAccount)).toHaveLength(2)
    expect(shown()).toMatchObject({ attempt: { account: other.account } })
  })

  test('what was on its way from before the account was fixed does not undo it', async () => {
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
    'a wallet that could not be asked (%s) may be asked again',
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

  test('nothing is signed before the server has written the text', async () => {
    const { attempts, attempt, evm } = await setUpEvm()
    attempts.follow(attempt)
    attempts.sign()
    expect(evm.asked).toEqual([])
  })

  test('another wallet for an attempt whose account is fixed tells its own account first', async () => {
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

  test('reopening, letting go and cancelling reach the wallets of its own family only', async () => {
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
    'a reload of an attempt that is %s picks its connection up',
    async (state) => {
      const {
        attempts,
        attempt,
        id,
        elsewhere,
        evm,
        wallet,
        wallets,
        memory,
        shown,
        flushPromises,
      } = await setUpEvm()
      if (state !== 'created') await elsewhere.api.call(fixAccount, { id, body: wallet.account })
      memory.keep(attempt, 'opened')
      void attempts.resume(id)
      await flushPromises()
      expect(shown()).toMatchObject({ attempt: { id, state } })
      expect([evm.calls, wallets.calls]).toEqual([['restore'], []])
    },
  )

  test('a reload before the account was fixed fixes it', async () => {
    const { attempts, id, wallet, memory, shown, flushPromises } = await setUpEvm()
    memory.saveSubmission(id, { kind: 'account', account: wallet.account })
    void attempts.resume(id)
    await flushPromises()
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' } })
  })

  test('a reload before the signature was judged brings it again', async () => {
    const { attempts, id, elsewhere, wallet, memory, shown, flushPromises } = await setUpEvm()
    const { message } = await elsewhere.api.call(fixAccount, { id, body: wallet.account })
    const signed = await wallet.sign({ ...FOR_ITSELF, attemptId: id, message: message ?? '' })
    if (signed.kind !== 'signature') expect.fail('no signature')
    memory.saveSubmission(id, { kind: 'signature', signature: signed.signature })
    void attempts.resume(id)
    await flushPromises()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })
})

/** A wallet, which signs texts or does not, has proven the attempt. */
async function setUpProven({ canSign = true, ...options }: Options & { canSign?: boolean }) {
  const parts = await setUp(options)
  const { attempts, attempt, wallets, answer, server, flushPromises } = parts
  wallets.allowSigning(canSign)
  attempts.follow(attempt)
  wallets.answer(answer)
  await flushPromises()
  const canOffer = () => {
    const shown = parts.shown()
    return shown.status === 'shown' && attempts.canOfferText(shown.attempt)
  }
  /** The wallet signs what it is asked to. */
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

  test('that is demanded completes the attempt', async () => {
    const { wallets, attempt, id, shown, events, canOffer, sign } = await setUpProven(DEMANDED)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' }, failure: null })
    expect(canOffer()).toBe(false)
    await sign()
    const { message } = attempt
    expect(wallets.asked).toMatchObject([{ attemptId: id, message, signsFor: null }])
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
    expect(events.at(-1)).toBe('linked ton')
  })

  test('that is demanded of a wallet which signs none ends the attempt with the reason', async () => {
    const { shown, reportedStates } = await setUpProven({ ...DEMANDED, canSign: false })
    expect(shown()).toMatchObject({ failure: 'ton-text-unsupported' })
    expect(reportedStates().at(-1)).toMatchObject({ errorCode: 'ton-text-unsupported' })
  })

  test.each([
    ['is asked for after a reload too', true, null],
    ['ends the attempt where the restored wallet signs none', false, 'ton-text-unsupported'],
  ])('that is demanded %s', async (_, canSign, failure) => {
    const { attempts, attempt, id, elsewhere, wallets, answer, memory, shown, flushPromises } =
      await setUp(DEMANDED)
    await elsewhere.prove(attempt)
    memory.keep(attempt, 'opened')
    const { address, network } = proofIn(answer)
    const walletApp = TELEGRAM_WALLET
    wallets.deviceWallet.set({ status: 'connected', network, address, walletApp })
    wallets.allowSigning(canSign)
    void attempts.resume(id)
    await flushPromises()
    expect(wallets.calls).toContain('restore')
    expect(wallets.calls).not.toContain('prepare')
    expect(shown()).toMatchObject({ failure })
  })

  test('a proof whose answer was lost is not brought again once the text is due', async () => {
    const { attempts, attempt, id, elsewhere, wallets, answer, memory, server, flushPromises } =
      await setUp(DEMANDED)
    await elsewhere.prove(attempt)
    wallets.allowSigning(true)
    memory.saveSubmission(id, { kind: 'ton-proof', proof: proofIn(answer) })
    void attempts.resume(id)
    await flushPromises()
    expect(server.sentTo(submitProof)).toEqual([])
  })

  test('that is offered strengthens what is linked already', async () => {
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
    'that is offered spoils nothing when the wallet answers with %s',
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

  test('that is offered spoils nothing when the server refuses it', async () => {
    const { id, server, shown, memory, sign } = await setUpProven(OFFERED)
    server.refuse(submitText, 'ton-text-mismatch')
    await sign()
    const attempt = { state: 'linked', wallet: { binding: 'domain' } }
    expect(shown()).toMatchObject({ attempt, setback: 'ton-text-mismatch', failure: null })
    expect(memory.findSubmission(id)).toBeNull()
  })

  test('that had arrived before a reload is brought although all is linked', async () => {
    const { attempts, attempt, id, elsewhere, memory, server, shown, flushPromises } =
      await setUp(OFFERED)
    await elsewhere.prove(attempt)
    const request = { ...FOR_ITSELF, attemptId: id, message: attempt.message ?? '' }
    const signed = server.signTon(request)
    if (signed.kind !== 'text') expect.fail('no text')
    memory.saveSubmission(id, { kind: 'text', text: signed.text })
    void attempts.resume(id)
    await flushPromises()
    expect(server.sentTo(submitText)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
  })

  test('moves a wallet whose holder has been asked', async () => {
    const { shown, events, canOffer, sign } = await setUpProven(HELD)
    expect(events.at(-1)).toBe('awaiting-consent ton')
    expect(canOffer()).toBe(true)
    await sign()
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
    expect(events.at(-1)).toBe('linked ton')
  })

  test('that comes to nothing leaves the holder asked', async () => {
    const { attempts, wallets, shown } = await setUpProven(HELD)
    attempts.sign()
    wallets.answer(REJECTED)
    const attempt = { state: 'awaiting-consent' }
    expect(shown()).toMatchObject({ attempt, failure: null, setback: 'wallet-rejected' })
  })

  test.each([
    ['the wallet signs none', { ...OFFERED, canSign: false }],
    ['the owner asks for none', { tonText: 'off' }],
  ] as const)('is not offered where %s', async (_, options) => {
    const { attempts, wallets, canOffer } = await setUpProven(options)
    expect(canOffer()).toBe(false)
    attempts.sign()
    expect(wallets.asked).toEqual([])
  })
})

const remember = () => createAttemptMemory(createUserStorage(createMemoryStorage(), '1001'))

describe('what the device remembers', () => {
  const { id } = ATTEMPT

  test('only an attempt that was sent to a wallet, and still lives, is gone back to', () => {
    const memory = remember()
    memory.keep(ATTEMPT, 'made')
    expect(memory.toResume(NOW)).toBeNull()
    memory.keep(ATTEMPT, 'opened')
    expect(memory.toResume(NOW)?.id).toBe(id)
    expect(memory.toResume(Date.parse(ATTEMPT.expiresAt))).toBeNull()
  })

  test('one attempt a family is remembered, and the one that was opened last is gone back to', () => {
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

  test('the end of an old attempt does not forget the one that was made since', () => {
    const memory = remember()
    memory.keep(ATTEMPT, 'made')
    memory.forget({ ...ATTEMPT, id: 'otherotherotherotherot' })
    expect(memory.id('ton')).toBe(id)
  })
})
