import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { submitProof, type TonProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt, EvmAttempt, TonAttempt } from '#shared/attempt.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { createAttempts } from '#client/screens/state/attempts.ts'
import {
  ATTEMPT,
  createFakeApi,
  EVM_ATTEMPT,
  EVM_WALLET,
  NOW,
  ok,
  refuse,
  WALLET,
} from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  ACCOUNT,
  createFakeWalletConnector,
  EVM_ACCOUNT,
  FOR_ITSELF,
  METAMASK,
  SIGNATURE,
  TELEGRAM_WALLET,
  TEXT,
  TON_TEXT,
} from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openApi } from '#tests/support/open-api.ts'

const { id } = ATTEMPT
const LINKED: TonAttempt = { ...ATTEMPT, state: 'linked', wallet: WALLET }
const AWAITING: TonAttempt = { ...ATTEMPT, state: 'awaiting-wallet' }
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
const ANSWER = { kind: 'ton-proof', proof: PROOF, walletApp: TELEGRAM_WALLET } as const

function setUp() {
  const server = createFakeApi()
  const wallets = createFakeWalletConnector()
  const evm = createFakeWalletConnector()
  const telegram = createFakeTelegram()
  const storage = createMemoryStorage()
  const memory = createAttemptMemory(createUserStorage(storage, '1001'))
  const page = { isVisible: true }
  const events: string[] = []
  server.on(getAttempt, () => ok(AWAITING))
  server.on(updateAttempt, ({ body }) => ok(Object.assign({}, AWAITING, body)))
  server.on(submitProof, () => ok(LINKED))
  server.on(cancelAttempt, () => ({ status: 204 }))
  const attempts = createAttempts({
    api: openApi(server),
    wallets: { ton: wallets, evm },
    memory,
    now: () => NOW,
    isVisible: () => page.isVisible,
    onReturn: (listener) => telegram.onReturn(listener),
    onUnderWay: () => events.push('under way'),
    onEnd: (end, family) => events.push(`${end} ${family}`),
  })
  const shown = () => attempts.state.get()
  return { server, wallets, evm, telegram, memory, page, events, attempts, shown }
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
    expect(server.sentTo(submitProof).map((sent) => sent.body)).toEqual([PROOF])
    expect(shown()).toMatchObject({ attempt: { state: 'linked', wallet: WALLET } })
    expect(events).toEqual(['under way', 'linked ton'])
    expect(memory.id('ton')).toBeNull()
  })

  test('a proof is never posted twice at the same time', async () => {
    const { attempts, wallets, server } = setUp()
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    wallets.answer(ANSWER)
    await settle()
    expect(server.sentTo(submitProof)).toHaveLength(1)
  })

  test('an outage changes nothing: the same proof goes again until it is judged', async () => {
    const { attempts, wallets, server, shown } = setUp()
    const answers = [refuse('ton-chain-unreachable', { 'retry-after': '2' }), refuse('maintenance')]
    server.on(submitProof, () => answers.shift() ?? ok(LINKED))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ proof: 'retrying', failure: null })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(server.sentTo(submitProof)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.sentTo(submitProof)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    expect(new Set(server.sentTo(submitProof).map((sent) => JSON.stringify(sent.body))).size).toBe(
      1,
    )
  })

  test('a proof that is refused ends the attempt with the server’s reason', async () => {
    const { attempts, wallets, server, shown, events } = setUp()
    server.on(submitProof, () => refuse('ton-key-mismatch'))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ failure: 'ton-key-mismatch' })
    expect(events).toEqual(['under way', 'failed ton'])
  })

  test('an accepted proof whose answer was lost ends well all the same', async () => {
    const { attempts, wallets, server, shown, events } = setUp()
    server.on(submitProof, () => refuse('attempt-settled'))
    server.on(getAttempt, () => ok(LINKED))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' }, failure: null })
    expect(events).toEqual(['under way', 'linked ton'])
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
    expect(server.sentTo(submitProof)).toEqual([])
  })

  test('a proof that waits for the former holder stops waiting for the wallet', async () => {
    const { attempts, wallets, server, shown, events } = setUp()
    server.on(submitProof, () => ({
      ...ok({ ...ATTEMPT, state: 'awaiting-consent' }),
      status: 202,
    }))
    attempts.follow(ATTEMPT)
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-consent' }, proof: 'none' })
    expect(events.at(-1)).toBe('awaiting-consent ton')
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
    expect(events).toEqual(['linked ton'])
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

describe('asking for an attempt', () => {
  test('grows rarer through an outage, and is as regular as before when that is over', async () => {
    const { attempts, server } = setUp()
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    server.on(getAttempt, () => refuse('maintenance'))
    await vi.advanceTimersByTimeAsync(60_000)
    const asked = server.sentTo(getAttempt).length
    expect(asked).toBeGreaterThan(4)
    expect(asked).toBeLessThan(10)
    server.on(getAttempt, () => ok(AWAITING))
    await vi.advanceTimersByTimeAsync(15_000)
    const since = server.sentTo(getAttempt).length
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS * 4)
    expect(server.sentTo(getAttempt)).toHaveLength(since + 4)
    stop()
  })

  test('waits for no period when the member or the connection comes back in an outage', async () => {
    const { attempts, server, telegram, shown } = setUp()
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    server.on(getAttempt, () => refuse('maintenance'))
    await vi.advanceTimersByTimeAsync(60_000)
    server.on(getAttempt, () => ok(LINKED))
    telegram.comeBack()
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
    stop()
  })

  test('is one question at a time, however slow the answer and however often the member returns', async () => {
    const { attempts, server, telegram } = setUp()
    const gate = createGate()
    server.on(getAttempt, async () => {
      await gate.passed
      return ok(AWAITING)
    })
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS * 3)
    telegram.comeBack()
    telegram.comeBack()
    await settle()
    expect(server.sentTo(getAttempt)).toHaveLength(1)
    gate.open()
    await settle()
    expect(server.sentTo(getAttempt)).toHaveLength(2)
    stop()
  })

  test('ends with the attempt: nothing is left that would ask', async () => {
    const { attempts, server } = setUp()
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    server.on(getAttempt, () => ok(LINKED))
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS * 2)
    expect(vi.getTimerCount()).toBe(0)
    stop()
  })

  test('that could not be had at first is had by itself later', async () => {
    const { attempts, server, shown } = setUp()
    server.on(getAttempt, () => refuse('maintenance'))
    const stop = attempts.watch()
    void attempts.resume(id)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown()).toEqual({ status: 'unavailable', id, code: 'maintenance' })
    server.on(getAttempt, () => ok(AWAITING))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(shown()).toMatchObject({ status: 'shown', attempt: AWAITING })
    stop()
  })

  test('a slow answer for an attempt that was left says nothing of the next one', async () => {
    const { attempts, server, shown } = setUp()
    const gate = createGate()
    server.on(getAttempt, async () => {
      await gate.passed
      return refuse('not-found')
    })
    void attempts.resume(id)
    await settle()
    const other = { ...ATTEMPT, id: 'otherotherotherotherot' }
    attempts.follow(other)
    gate.open()
    await settle()
    expect(shown()).toMatchObject({ status: 'shown', attempt: other })
  })

  test('a slow answer that refuses an attempt that was left does not take the next one away', async () => {
    const { attempts, server, telegram, shown } = setUp()
    const gate = createGate()
    server.on(getAttempt, async () => {
      await gate.passed
      return refuse('launch-data-expired')
    })
    attempts.follow(ATTEMPT)
    const stop = attempts.watch()
    telegram.comeBack()
    await settle()
    const other = { ...ATTEMPT, id: 'otherotherotherotherot' }
    attempts.follow(other)
    gate.open()
    await settle()
    expect(shown()).toMatchObject({ status: 'shown', attempt: other })
    stop()
  })
})

describe('the list of wallets of a library', () => {
  const ENDS: readonly TonAttempt[] = [
    { ...AWAITING, state: 'expired' },
    { ...AWAITING, state: 'cancelled' },
    { ...AWAITING, state: 'failed', errorCode: 'wallet-rejected' },
    { ...AWAITING, state: 'awaiting-consent' },
    LINKED,
  ]

  test.each(ENDS)(
    'closes when its attempt is $state on the server, whose screen comes in its place',
    async (end) => {
      const { attempts, wallets, server, events } = setUp()
      attempts.follow(ATTEMPT)
      wallets.connect('all-wallets')
      server.on(getAttempt, () => ok(end))
      const stop = attempts.watch()
      await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS)
      stop()
      expect(wallets.chooserOpen.get()).toBe(false)
      expect(events[0]).toBe('under way')
    },
  )

  test.each([ANSWER, { kind: 'failure', code: 'wallet-rejected' } as const])(
    'closes when the wallet answers with $kind',
    async (answer) => {
      const { attempts, wallets } = setUp()
      attempts.follow(ATTEMPT)
      wallets.connect('all-wallets')
      wallets.answer(answer)
      expect(wallets.chooserOpen.get()).toBe(false)
      await settle()
    },
  )

  test('closes when the attempt is cancelled here', async () => {
    const { attempts, wallets } = setUp()
    attempts.follow(ATTEMPT)
    wallets.connect('all-wallets')
    await attempts.cancel()
    expect(wallets.calls).toContain('cancel')
  })
})

describe('an attempt that another device has begun', () => {
  test('is watched, and nothing of this device is touched for it', async () => {
    const { attempts, wallets, memory, shown } = setUp()
    await attempts.resume(id)
    expect(shown()).toMatchObject({ status: 'shown', isElsewhere: true })
    expect(wallets.calls).toEqual([])
    expect(memory.id('ton')).toBeNull()
    expect(attempts.isOfThisDevice(ATTEMPT)).toBe(false)
  })

  test('is this device’s own once it is adopted', async () => {
    const { attempts, memory } = setUp()
    await attempts.resume(id)
    attempts.adopt(ATTEMPT)
    expect(attempts.isOfThisDevice(ATTEMPT)).toBe(true)
    expect(memory.toResume(NOW)).toBeNull()
  })

  test('and linked there is not to be strengthened by another wallet that is connected here', async () => {
    const { attempts, wallets, server } = setUp()
    const byDomain: TonAttempt = { ...LINKED, message: 'I am @ada' }
    server.on(getAttempt, () => ok(byDomain))
    wallets.allowSigning(true)
    const connected = { status: 'connected', network: '-239', walletApp: TELEGRAM_WALLET } as const
    wallets.deviceWallet.set({ ...connected, address: `0:${'aa'.repeat(32)}` })
    await attempts.resume(id)
    expect(attempts.canOfferText(byDomain)).toBe(false)
    wallets.deviceWallet.set({ ...connected, address: WALLET.address })
    expect(attempts.canOfferText(byDomain)).toBe(true)
  })
})

describe('after a reload', () => {
  test('a pending attempt is shown again and its connection picked up', async () => {
    const { attempts, wallets, memory, shown } = setUp()
    memory.keep(ATTEMPT, 'opened')
    await attempts.resume(id)
    expect(shown()).toMatchObject({ status: 'shown', attempt: AWAITING, isElsewhere: false })
    expect(wallets.calls).toEqual(['restore'])
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a wallet that has connected but whose proof the reload lost is asked for the same proof again', async () => {
    const { attempts, wallets, memory, shown } = setUp()
    const walletApp = TELEGRAM_WALLET
    wallets.deviceWallet.set({
      status: 'connected',
      network: '-239',
      address: WALLET.address,
      walletApp,
    })
    memory.keep(ATTEMPT, 'opened')
    await attempts.resume(id)
    await settle()
    expect(wallets.calls).toEqual(['restore', 'prepare'])
    expect(wallets.prepared).toMatchObject([{ payload: ATTEMPT.payload }])
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-wallet' }, failure: null })
    wallets.answer(ANSWER)
    await settle()
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a proof that had not reached the server is sent', async () => {
    const { attempts, memory, server, shown } = setUp()
    memory.keepDelivery(id, { kind: 'ton-proof', proof: PROOF })
    await attempts.resume(id)
    await settle()
    expect(server.sentTo(submitProof)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a proof of another attempt stays unsent', async () => {
    const { attempts, memory, server } = setUp()
    memory.keepDelivery('otherotherotherotherot', { kind: 'ton-proof', proof: PROOF })
    await attempts.resume(id)
    await settle()
    expect(server.sentTo(submitProof)).toEqual([])
  })

  test('an attempt with its outcome needs no wallet library', async () => {
    const { attempts, wallets, server, memory } = setUp()
    memory.keep(ATTEMPT, 'opened')
    server.on(getAttempt, () => ok(LINKED))
    await attempts.resume(id)
    expect(wallets.calls).toEqual([])
    expect(memory.id('ton')).toBeNull()
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
  expect(memory.id('ton')).toBeNull()
  expect(shown()).toEqual({ status: 'none' })
})

test('another wallet can answer the same attempt', async () => {
  const { attempts, wallets, server, memory } = setUp()
  attempts.follow(ATTEMPT)
  wallets.pick(TELEGRAM_WALLET)
  attempts.letWalletGo()
  expect(memory.id('ton')).toBe(id)
  expect(server.sentTo(cancelAttempt)).toEqual([])
  wallets.answer(ANSWER)
  await settle()
  expect(server.sentTo(submitProof)).toEqual([])
})

const FIXED: EvmAttempt = {
  ...EVM_ATTEMPT,
  state: 'awaiting-signature',
  account: EVM_ACCOUNT,
  message: 'app.example.com wants you to sign in',
}
const EVM_LINKED: EvmAttempt = { ...FIXED, state: 'linked', wallet: EVM_WALLET }

describe('an EVM wallet', () => {
  function setUpEvm() {
    const parts = setUp()
    const said: { current: Attempt } = { current: EVM_ATTEMPT }
    parts.server.on(getAttempt, () => ok(said.current))
    parts.server.on(updateAttempt, ({ body }) => ok(Object.assign({}, said.current, body)))
    parts.server.on(fixAccount, () => ok((said.current = FIXED)))
    parts.server.on(submitProof, () => ok((said.current = EVM_LINKED)))
    return { ...parts, said }
  }

  /** A wallet has been opened and has told its account. */
  async function tellAccount(parts: ReturnType<typeof setUpEvm>): Promise<void> {
    parts.attempts.follow(EVM_ATTEMPT)
    parts.evm.pick(METAMASK)
    parts.evm.answer(ACCOUNT)
    await settle()
  }

  test('tells its account, signs in a tap of its own, and is linked', async () => {
    const parts = setUpEvm()
    const { attempts, evm, server, shown, events, memory } = parts
    await tellAccount(parts)
    expect(server.sentTo(fixAccount)).toMatchObject([{ body: EVM_ACCOUNT }])
    expect(shown()).toMatchObject({ attempt: FIXED, proof: 'none', signAskedAt: null })
    expect(evm.calls).not.toContain('sign')
    attempts.sign()
    expect(evm.asked).toEqual([
      { attemptId: FIXED.id, message: FIXED.message, ...FOR_ITSELF, account: EVM_ACCOUNT },
    ])
    expect(shown()).toMatchObject({ signAskedAt: NOW })
    evm.answer(SIGNATURE)
    await settle()
    expect(server.sentTo(submitProof)).toMatchObject([{ body: { signature: SIGNATURE.signature } }])
    expect(shown()).toMatchObject({ attempt: EVM_LINKED, signAskedAt: null })
    expect(events.at(-1)).toBe('linked evm')
    expect(memory.id('evm')).toBeNull()
  })

  test('is told to the server while it is chosen, and not once its account is fixed', async () => {
    const parts = setUpEvm()
    await tellAccount(parts)
    const before = parts.server.sentTo(updateAttempt).length
    parts.evm.pick({ appName: 'metamask', name: 'MetaMask Mobile' })
    await settle()
    expect(parts.server.sentTo(updateAttempt)).toHaveLength(before)
  })

  test('an account is fixed through an outage, as a proof is brought', async () => {
    const parts = setUpEvm()
    const answers = [refuse('maintenance'), refuse('evm-chain-unreachable', { 'retry-after': '2' })]
    parts.server.on(fixAccount, () => answers.shift() ?? ok(FIXED))
    await tellAccount(parts)
    expect(parts.shown()).toMatchObject({ proof: 'retrying' })
    await vi.advanceTimersByTimeAsync(1_000 + 2_000)
    expect(parts.shown()).toMatchObject({ attempt: { state: 'awaiting-signature' }, proof: 'none' })
  })

  test('a signature that meets an earlier check of the same member is sent again when the server says', async () => {
    const parts = setUpEvm()
    const answers = [refuse('busy', { 'retry-after': '1' })]
    parts.server.on(submitProof, () => answers.shift() ?? ok(EVM_LINKED))
    await tellAccount(parts)
    parts.attempts.sign()
    parts.evm.answer(SIGNATURE)
    await settle()
    expect(parts.shown()).toMatchObject({ proof: 'checking' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(parts.shown()).toMatchObject({ attempt: { state: 'linked' } })
    expect(parts.evm.asked).toHaveLength(1)
  })

  test('a signature is brought through an outage, and never asked for twice', async () => {
    const parts = setUpEvm()
    const answers = [refuse('evm-chain-unreachable')]
    parts.server.on(submitProof, () => answers.shift() ?? ok(EVM_LINKED))
    await tellAccount(parts)
    parts.attempts.sign()
    parts.evm.answer(SIGNATURE)
    await settle()
    parts.attempts.sign()
    expect(parts.evm.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(parts.shown()).toMatchObject({ attempt: { state: 'linked' } })
    expect(
      new Set(parts.server.sentTo(submitProof).map(({ body }) => JSON.stringify(body))).size,
    ).toBe(1)
  })

  test.each(['evm-chain-unsupported', 'wallet-limit'] as const)(
    'an account that the server refuses (%s) ends the attempt',
    async (code) => {
      const parts = setUpEvm()
      parts.server.on(fixAccount, () => refuse(code))
      await tellAccount(parts)
      expect(parts.shown()).toMatchObject({ failure: code })
      expect(parts.events.at(-1)).toBe('failed evm')
    },
  )

  test('changing to another account asks for the text of that one', async () => {
    const parts = setUpEvm()
    const { attempts, evm, server, shown } = parts
    await tellAccount(parts)
    attempts.sign()
    const account = { address: `0x${'2'.repeat(40)}`, chainId: 8453 }
    server.on(fixAccount, () => ok({ ...FIXED, account, message: 'another text' }))
    evm.answer({ kind: 'account', account, walletApp: METAMASK })
    await settle()
    expect(shown()).toMatchObject({
      attempt: { account, message: 'another text' },
      signAskedAt: null,
    })
  })

  test('an account that changes while the first is on its way follows it', async () => {
    const parts = setUpEvm()
    const { evm, server, shown, attempts } = parts
    const account = { address: `0x${'2'.repeat(40)}`, chainId: 1 }
    server.on(fixAccount, ({ body }) => ok(Object.assign({}, FIXED, { account: body })))
    attempts.follow(EVM_ATTEMPT)
    evm.answer(ACCOUNT)
    evm.answer({ kind: 'account', account, walletApp: METAMASK })
    await settle()
    expect(server.sentTo(fixAccount)).toHaveLength(2)
    expect(shown()).toMatchObject({ attempt: { account } })
  })

  test('telling the same account again changes nothing', async () => {
    const parts = setUpEvm()
    await tellAccount(parts)
    parts.evm.answer(ACCOUNT)
    await settle()
    expect(parts.server.sentTo(fixAccount)).toHaveLength(1)
  })

  test('what was on its way from before the account was fixed does not undo it', async () => {
    const parts = setUpEvm()
    const late: { answer: () => void } = { answer: () => {} }
    const heard = new Promise<void>((resolve) => {
      late.answer = resolve
    })
    parts.server.on(updateAttempt, async () => {
      await heard
      return ok({ ...EVM_ATTEMPT, state: 'awaiting-wallet' })
    })
    await tellAccount(parts)
    late.answer()
    await settle()
    expect(parts.shown()).toMatchObject({ attempt: { state: 'awaiting-signature' } })
  })

  test('refusing to sign fails the attempt here and on the server', async () => {
    const parts = setUpEvm()
    await tellAccount(parts)
    parts.attempts.sign()
    parts.evm.answer({ kind: 'failure', code: 'wallet-rejected' })
    await settle()
    expect(parts.shown()).toMatchObject({ failure: 'wallet-rejected' })
    expect(parts.server.sentTo(updateAttempt).at(-1)?.body).toEqual({
      state: 'failed',
      errorCode: 'wallet-rejected',
    })
  })

  test.each(['evm-relay-unreachable', 'evm-wallet-busy', 'wallet-not-opened'] as const)(
    'a wallet that could not be asked (%s) may be asked again',
    async (code) => {
      const parts = setUpEvm()
      await tellAccount(parts)
      parts.attempts.sign()
      parts.evm.answer({ kind: 'failure', code })
      expect(parts.shown()).toMatchObject({ failure: null, setback: code, signAskedAt: null })
      parts.attempts.sign()
      expect(parts.shown()).toMatchObject({ setback: null, signAskedAt: NOW })
      parts.evm.answer(SIGNATURE)
      await settle()
      expect(parts.shown()).toMatchObject({ attempt: { state: 'linked' } })
    },
  )

  test('nothing is signed before the server has written the text', () => {
    const { attempts, evm } = setUpEvm()
    attempts.follow(EVM_ATTEMPT)
    attempts.sign()
    expect(evm.asked).toEqual([])
  })

  test('another wallet for an attempt whose account is fixed tells its own account first', async () => {
    const parts = setUpEvm()
    const { attempts, evm, server, shown } = parts
    parts.said.current = FIXED
    attempts.follow(FIXED)
    const stop = attempts.watch()
    await vi.advanceTimersByTimeAsync(ATTEMPT_POLL_MS)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-wallet', message: null } })
    evm.answer(ACCOUNT)
    await settle()
    expect(server.sentTo(fixAccount)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: FIXED })
    stop()
  })

  test('reopening, letting go and cancelling reach the wallets of its own family only', async () => {
    const parts = setUpEvm()
    const { attempts, evm, wallets } = parts
    attempts.follow(EVM_ATTEMPT)
    attempts.reopen()
    attempts.letWalletGo()
    attempts.follow(EVM_ATTEMPT)
    await attempts.cancel()
    expect(evm.calls).toEqual(['reopen', 'cancel', 'cancel'])
    expect(wallets.calls).toEqual([])
  })

  test.each([
    ['before any answer', EVM_ATTEMPT],
    ['before the signature', FIXED],
  ] as const)('a reload %s picks its connection up', async (_when, attempt) => {
    const { attempts, evm, wallets, memory, said, shown } = setUpEvm()
    said.current = attempt
    memory.keep(attempt, 'opened')
    await attempts.resume(attempt.id)
    expect(shown()).toMatchObject({ attempt })
    expect([evm.calls, wallets.calls]).toEqual([['restore'], []])
  })

  test('a reload before the account was fixed fixes it', async () => {
    const { attempts, memory, server, shown } = setUpEvm()
    memory.keepDelivery(EVM_ATTEMPT.id, { kind: 'account', account: EVM_ACCOUNT })
    await attempts.resume(EVM_ATTEMPT.id)
    await settle()
    expect(server.sentTo(fixAccount)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' } })
  })

  test('a reload before the signature was judged brings it again', async () => {
    const { attempts, memory, server, shown, said } = setUpEvm()
    said.current = FIXED
    memory.keepDelivery(FIXED.id, { kind: 'signature', signature: '0xab' })
    await attempts.resume(FIXED.id)
    await settle()
    expect(server.sentTo(submitProof)).toMatchObject([{ body: { signature: '0xab' } }])
    expect(shown()).toMatchObject({ attempt: { state: 'linked' } })
  })

  test('a reload while the same outage lasts loses nothing', async () => {
    const parts = setUpEvm()
    parts.server.on(fixAccount, () => refuse('maintenance'))
    await tellAccount(parts)
    expect(parts.memory.deliveryOf(EVM_ATTEMPT.id)).toMatchObject({ account: EVM_ACCOUNT })
  })
})

describe('a text that names the account', () => {
  const OFFERED: TonAttempt = { ...ATTEMPT, message: 'I am @ada' }
  const DEMANDED: TonAttempt = { ...OFFERED, state: 'awaiting-signature' }
  const BY_DOMAIN: TonAttempt = { ...OFFERED, state: 'linked', wallet: WALLET }
  const BY_TEXT: TonAttempt = { ...BY_DOMAIN, wallet: { ...WALLET, binding: 'text' } }
  const HELD: TonAttempt = { ...OFFERED, state: 'awaiting-consent' }
  const CONNECTED = {
    status: 'connected',
    network: '-239',
    address: WALLET.address,
    walletApp: TELEGRAM_WALLET,
  } as const

  /** A wallet has proven the attempt, and this is what the server says to it. */
  async function proveTon(outcome: TonAttempt, canSign = true) {
    const parts = setUp()
    parts.wallets.allowSigning(canSign)
    parts.server.on(submitProof, () => ok(outcome))
    parts.server.on(submitText, () => ok(BY_TEXT))
    parts.attempts.follow(OFFERED)
    parts.wallets.answer(ANSWER)
    await settle()
    return parts
  }

  test('that is demanded completes the attempt', async () => {
    const { attempts, wallets, server, shown, events } = await proveTon(DEMANDED)
    expect(shown()).toMatchObject({ attempt: { state: 'awaiting-signature' }, failure: null })
    expect(attempts.canOfferText(DEMANDED)).toBe(false)
    attempts.sign()
    expect(wallets.asked).toMatchObject([{ attemptId: id, message: 'I am @ada', signsFor: null }])
    wallets.answer(TEXT)
    await settle()
    expect(server.sentTo(submitText)).toMatchObject([{ body: TON_TEXT }])
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
    expect(events.at(-1)).toBe('linked ton')
  })

  test('that is demanded of a wallet which signs none ends the attempt with the reason', async () => {
    const { shown, server } = await proveTon(DEMANDED, false)
    expect(shown()).toMatchObject({ failure: 'ton-text-unsupported' })
    expect(server.sentTo(updateAttempt).at(-1)?.body).toMatchObject({
      errorCode: 'ton-text-unsupported',
    })
  })

  test('that is demanded is asked for after a reload too', async () => {
    const { attempts, wallets, server, memory, shown } = setUp()
    server.on(getAttempt, () => ok(DEMANDED))
    memory.keep(DEMANDED, 'opened')
    wallets.deviceWallet.set(CONNECTED)
    wallets.allowSigning(true)
    await attempts.resume(id)
    await settle()
    expect(wallets.calls).toEqual(['restore'])
    expect(shown()).toMatchObject({ failure: null })
  })

  test('that is demanded of a restored wallet which signs none ends the attempt', async () => {
    const { attempts, wallets, server, memory, shown } = setUp()
    server.on(getAttempt, () => ok(DEMANDED))
    memory.keep(DEMANDED, 'opened')
    wallets.deviceWallet.set(CONNECTED)
    await attempts.resume(id)
    await settle()
    expect(shown()).toMatchObject({ failure: 'ton-text-unsupported' })
  })

  test('a proof whose answer was lost is not brought again once the text is due', async () => {
    const { attempts, memory, server, wallets } = setUp()
    server.on(getAttempt, () => ok(DEMANDED))
    wallets.allowSigning(true)
    memory.keepDelivery(id, { kind: 'ton-proof', proof: PROOF })
    await attempts.resume(id)
    await settle()
    expect(server.sentTo(submitProof)).toEqual([])
  })

  test('that is offered strengthens what is linked already', async () => {
    const { attempts, wallets, shown, events, memory } = await proveTon(BY_DOMAIN)
    expect(attempts.canOfferText(BY_DOMAIN)).toBe(true)
    attempts.sign()
    expect(shown()).toMatchObject({ signAskedAt: NOW, attempt: { state: 'linked' } })
    wallets.answer(TEXT)
    await settle()
    expect(shown()).toMatchObject({ attempt: BY_TEXT, proof: 'none', signAskedAt: null })
    expect(attempts.canOfferText(BY_TEXT)).toBe(false)
    expect(events.filter((event) => event === 'linked ton')).toHaveLength(2)
    expect(memory.id('ton')).toBeNull()
  })

  test.each([
    ['the wallet declines', { kind: 'failure', code: 'wallet-rejected' }],
    ['the wallet fails', { kind: 'failure', code: 'wallet-failed' }],
  ] as const)('that is offered spoils nothing when %s', async (_what, answer) => {
    const { attempts, wallets, shown, server, events } = await proveTon(BY_DOMAIN)
    const told = server.sentTo(updateAttempt).length
    attempts.sign()
    wallets.answer(answer)
    await settle()
    expect(shown()).toMatchObject({
      attempt: BY_DOMAIN,
      failure: null,
      setback: answer.code,
      signAskedAt: null,
    })
    expect(server.sentTo(updateAttempt)).toHaveLength(told)
    expect(events.at(-1)).not.toContain('failed')
  })

  test('that is offered spoils nothing when the server refuses it', async () => {
    const { attempts, wallets, shown, server, memory } = await proveTon(BY_DOMAIN)
    server.on(submitText, () => refuse('ton-text-mismatch'))
    attempts.sign()
    wallets.answer(TEXT)
    await settle()
    expect(shown()).toMatchObject({
      attempt: BY_DOMAIN,
      setback: 'ton-text-mismatch',
      failure: null,
    })
    expect(memory.deliveryOf(id)).toBeNull()
  })

  test('that had arrived before a reload is brought although all is linked', async () => {
    const { attempts, memory, server, shown } = setUp()
    server.on(getAttempt, () => ok(BY_DOMAIN))
    server.on(submitText, () => ok(BY_TEXT))
    memory.keepDelivery(id, { kind: 'text', text: TON_TEXT })
    await attempts.resume(id)
    await settle()
    expect(server.sentTo(submitText)).toHaveLength(1)
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
  })

  test('moves a wallet whose holder has been asked', async () => {
    const { attempts, wallets, shown, events } = await proveTon(HELD)
    expect(events.at(-1)).toBe('awaiting-consent ton')
    expect(attempts.canOfferText(HELD)).toBe(true)
    attempts.sign()
    wallets.answer(TEXT)
    await settle()
    expect(shown()).toMatchObject({ attempt: BY_TEXT })
    expect(events.at(-1)).toBe('linked ton')
  })

  test('that comes to nothing leaves the holder asked', async () => {
    const { attempts, wallets, shown } = await proveTon(HELD)
    attempts.sign()
    wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    expect(shown()).toMatchObject({ attempt: HELD, failure: null, setback: 'wallet-rejected' })
  })

  test('is not offered where the wallet signs none, or the owner asks for none', async () => {
    const { attempts } = await proveTon(BY_DOMAIN, false)
    expect(attempts.canOfferText(BY_DOMAIN)).toBe(false)
    const { attempts: able } = await proveTon(BY_DOMAIN)
    expect(able.canOfferText({ ...BY_DOMAIN, message: null })).toBe(false)
    able.sign()
  })
})

test('one attempt a family is remembered, and the one that was opened last is gone back to', () => {
  const { memory } = setUp()
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
  const { memory } = setUp()
  memory.keep(ATTEMPT, 'made')
  memory.forget({ ...ATTEMPT, id: 'otherotherotherotherot' })
  expect(memory.id('ton')).toBe(id)
})
