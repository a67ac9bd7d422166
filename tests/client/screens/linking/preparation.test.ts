import { describe, expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import { TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import type { Family } from '#shared/wallet.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import { createAttemptSource } from '#client/screens/linking/attempt-source.ts'
import { createNameChoice } from '#client/screens/linking/name-choice.ts'
import { createPreparation, NO_AIM } from '#client/screens/linking/preparation.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { until } from '#tests/support/until.ts'
import { ILYA } from '#tests/support/people.ts'

const CLIENT = { platform: 'ios', version: '9.1' } as const

const isOwnAccount = async () => true

type Options = {
  hasGesture?: boolean
  library?: Promise<void>
  family?: Family
  tonText?: TonTextBinding
}

/** The member's own device, and the member at another one. */
async function setUp(options: Options = {}) {
  const { hasGesture = true, library = Promise.resolve(), family = 'ton' } = options
  const server = await startAppServer({ evm: 'in-app', tonText: options.tonText ?? 'offer' })
  const elsewhere = await server.visit()
  const wallets = createFakeWalletConnector({ library })
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const memory = createAttemptMemory(storage)
  const nameChoice = createNameChoice(storage)
  const api = await server.signIn()
  const { clock } = server.server
  const now = () => clock.now
  const events: string[] = []
  const preparation = createPreparation({
    takeAttempt: createAttemptSource({
      api,
      memory,
      nameChoice,
      family,
      client: CLIENT,
      now,
      isOwnAccount,
    }),
    wallets,
    now,
    hasGesture: () => hasGesture,
    onChoice: () => {},
    onOpening: (attempt) => events.push(`opening ${attempt.id}`),
    onOpened: (attempt) => events.push(`opened ${attempt.id}`),
  })
  /** The attempt that is ready. */
  const ready = () =>
    until(() => {
      const state = preparation.state.get()
      return state.status === 'ready' ? state.attempt : expect.fail(state.status)
    })
  /** Prepares one, and waits for it. */
  const prepare = () => {
    preparation.prepare()
    return ready()
  }
  return { server, elsewhere, wallets, memory, clock, events, preparation, ready, prepare }
}

/** {@link setUp}, with a TON attempt that this device has made before. */
async function setUpWithOld(options: Options = {}) {
  const parts = await setUp(options)
  const old = await parts.elsewhere.startTon()
  parts.memory.keep(old, 'made')
  const { api } = parts.elsewhere
  const update = (body: RequestOf<typeof updateAttempt>) =>
    api.call(updateAttempt, { id: old.id, body })
  return { ...parts, old, update }
}

/** A library that does not arrive, before its first use. */
function failing(reason: Error): Promise<void> {
  const library = Promise.reject(reason)
  library.catch(() => {})
  return library
}

type WithOld = Awaited<ReturnType<typeof setUpWithOld>>

test('a preparation makes an attempt and prepares the wallets for its payload and network', async () => {
  const { preparation, wallets, memory, prepare } = await setUp()
  preparation.prepare()
  const attempt = await prepare()
  if (attempt.family !== 'ton') expect.fail('not for a TON wallet')
  const { id, payload, network } = attempt
  expect(wallets.prepared).toEqual([{ family: 'ton', payload, network }])
  expect(memory.id('ton')).toBe(id)
})

test('a library that fails to warm up shows no problem before a wallet is chosen', async () => {
  const { preparation } = await setUp({ library: failing(new Error('chunk')) })
  await preparation.warmUp()
  expect(preparation.state.get()).toEqual({ status: 'idle' })
  preparation.choose('telegram-wallet')
  await until(() =>
    expect(preparation.state.get()).toMatchObject({ code: 'wallet-library-unavailable' }),
  )
})

test('a choice loads the library while the attempt is made', async () => {
  const { preparation, ready, wallets } = await setUp()
  preparation.choose('telegram-wallet')
  expect(wallets.warmUps.count).toBe(1)
  await ready()
})

test('a preparation sends the kind of Telegram client with the attempt', async () => {
  const { server, prepare } = await setUp()
  await prepare()
  expect(server.sentTo(createAttempt)).toMatchObject([{ body: { client: CLIENT } }])
})

const LIVE: Record<string, (parts: WithOld) => Promise<unknown>> = {
  created: async () => {},
  opened: ({ update }) => update({ state: 'opened' }),
  'awaiting-wallet': ({ update }) => update({ state: 'awaiting-wallet' }),
}

test.each(Object.entries(LIVE))(
  'a preparation resumes an attempt that is still %s instead of making another',
  async (_, live) => {
    const parts = await setUpWithOld()
    await live(parts)
    expect((await parts.prepare()).id).toBe(parts.old.id)
    expect(parts.server.sentTo(createAttempt)).toEqual([])
  },
)

const OVER: Record<string, (parts: WithOld) => Promise<unknown>> = {
  failed: ({ update }) => update({ state: 'failed', errorCode: 'wallet-rejected' }),
  expired: async ({ clock }) => void (clock.now += TON_ATTEMPT_TTL_MS),
  'about to expire': async ({ clock }) => void (clock.now += TON_ATTEMPT_TTL_MS - 59_000),
  cancelled: ({ elsewhere: { api }, old: { id } }) => api.call(cancelAttempt, { id }),
  linked: ({ elsewhere, old }) => elsewhere.prove(old),
  'awaiting-consent': async ({ server, elsewhere, old }) => {
    await (await server.visit(ILYA)).linkTon()
    await elsewhere.prove(old)
  },
}

test.each(Object.entries(OVER))('a new attempt is made after one that is %s', async (_, end) => {
  const parts = await setUpWithOld()
  await end(parts)
  expect((await parts.prepare()).id).not.toBe(parts.old.id)
  expect(parts.server.sentTo(createAttempt)).toHaveLength(1)
})

test('a TON attempt whose payload is used up is not resumed with another wallet', async () => {
  const { elsewhere, old, prepare } = await setUpWithOld({ tonText: 'require' })
  expect(await elsewhere.prove(old)).toMatchObject({ state: 'awaiting-signature' })
  expect((await prepare()).id).not.toBe(old.id)
})

test('a tap opens the wallet within the tap when everything is ready', async () => {
  const { preparation, wallets, events, prepare } = await setUp()
  const { id } = await prepare()
  preparation.choose('telegram-wallet')
  expect(wallets.calls).toEqual(['prepare', 'connect telegram-wallet'])
  expect(events).toEqual([`opening ${id}`, `opened ${id}`])
})

test('the list of wallets does not count as an opened wallet', async () => {
  const { preparation, events, prepare } = await setUp()
  const { id } = await prepare()
  preparation.choose('all-wallets')
  expect(events).toEqual([`opening ${id}`])
})

test('an early tap that the browser has forgotten needs another one', async () => {
  const { preparation, ready, wallets } = await setUp({ hasGesture: false })
  preparation.choose('telegram-wallet')
  await ready()
  expect(wallets.calls).toEqual(['prepare'])
  expect(preparation.state.get()).toMatchObject({ wanted: 'telegram-wallet' })
  preparation.choose('telegram-wallet')
  expect(wallets.calls).toContain('connect telegram-wallet')
})

test('an early tap on the list needs no second tap, because the list is part of the page', async () => {
  const { preparation, ready, wallets } = await setUp({ hasGesture: false })
  preparation.choose('all-wallets')
  await ready()
  expect(wallets.calls).toContain('connect all-wallets')
})

test('a tap on an attempt that has expired prepares a new one first', async () => {
  const { preparation, ready, wallets, clock, prepare } = await setUp()
  const { id } = await prepare()
  clock.now += TON_ATTEMPT_TTL_MS
  preparation.choose('telegram-wallet')
  expect(wallets.calls).toEqual(['prepare'])
  await until(() => expect(wallets.calls).toContain('connect telegram-wallet'))
  expect((await ready()).id).not.toBe(id)
})

test('work from before a reset changes nothing after it', async () => {
  const { preparation, wallets } = await setUp()
  preparation.choose('telegram-wallet')
  preparation.reset()
  await until(() => expect(wallets.calls).toContain('prepare'))
  await Promise.resolve()
  expect(preparation.state.get()).toEqual({ status: 'idle' })
  expect(wallets.calls).not.toContain('connect telegram-wallet')
})

test('a choice that was left while it was prepared opens nothing', async () => {
  const { preparation, ready, wallets } = await setUp()
  preparation.choose('all-wallets')
  preparation.leave()
  preparation.choose('telegram-wallet')
  await ready()
  expect(wallets.calls).not.toContain('connect all-wallets')
  expect(wallets.calls).toContain('connect telegram-wallet')
})

test('a choice that was ready too late for its tap is forgotten when it is left, and its attempt stays', async () => {
  const { preparation, ready } = await setUp({ hasGesture: false })
  preparation.choose('telegram-wallet')
  const attempt = await ready()
  expect(preparation.state.get()).toMatchObject({ wanted: 'telegram-wallet' })
  preparation.leave()
  expect(preparation.state.get()).toEqual({ status: 'ready', attempt, wanted: null })
})

test('a list that is still to open is closed when the choice is left, and an open one stays', async () => {
  const { preparation, ready, wallets } = await setUp()
  preparation.choose('all-wallets')
  await ready()
  expect(wallets.chooserOpen.get()).toBe(true)
  preparation.leave()
  expect(wallets.calls).not.toContain('closeChooser')
  preparation.choose('all-wallets')
  wallets.chooserOpen.set(false)
  preparation.leave()
  preparation.leave()
  expect(wallets.calls.filter((call) => call === 'closeChooser')).toHaveLength(1)
})

async function setUpAsked() {
  const parts = await setUp()
  return { ...parts, requestCode: await (await parts.server.operate()).makeRequest() }
}

describe('a preparation for a connect request', () => {
  test('a preparation for a connect request does not use an attempt that was prepared without a request', async () => {
    const { preparation, memory, requestCode, prepare } = await setUpAsked()
    const before = await prepare()
    preparation.aim({ purpose: requestCode, wanted: [] })
    const attempt = await prepare()
    expect(attempt).toMatchObject({ requestCode })
    expect(attempt.id).not.toBe(before.id)
    expect(memory.id('ton')).toBe(attempt.id)
  })

  test('resumes an attempt for the same request, and for nothing else', async () => {
    const { preparation, server, elsewhere, memory, requestCode, prepare } = await setUpAsked()
    const body = { family: 'ton', requestCode } as const
    const mine = await elsewhere.api.call(createAttempt, { body })
    memory.keep(mine, 'made')
    preparation.aim({ purpose: requestCode, wanted: [] })
    expect((await prepare()).id).toBe(mine.id)
    expect(server.sentTo(createAttempt)).toEqual([])
    preparation.aim(NO_AIM)
    expect(await prepare()).toMatchObject({ requestCode: null })
  })
})

describe('a preparation of EVM wallets', () => {
  test('prepares them for the attempt, which is made before any pairing', async () => {
    const { wallets, memory, prepare } = await setUp({ family: 'evm' })
    const { id, family } = await prepare()
    expect(family).toBe('evm')
    expect(wallets.prepared).toMatchObject([{ family: 'evm', attemptId: id }])
    expect([memory.id('evm'), memory.id('ton')]).toEqual([id, null])
  })

  test('gives them what a wallet may sign as it connects', async () => {
    const { wallets, prepare } = await setUp({ family: 'evm' })
    const attempt = await prepare()
    if (attempt.family !== 'evm') expect.fail('not for an EVM wallet')
    expect(attempt.signIn).toMatchObject({ requestId: attempt.id })
    expect(wallets.prepared).toMatchObject([{ signIn: attempt.signIn }])
  })

  test('resumes an attempt whose account is fixed with another wallet', async () => {
    const { server, elsewhere, memory, prepare } = await setUp({ family: 'evm' })
    const attempt = await elsewhere.startEvm()
    const body = server.evmWallet().account
    await elsewhere.api.call(fixAccount, { id: attempt.id, body })
    memory.keep(attempt, 'opened')
    expect(await prepare()).toMatchObject({ id: attempt.id, state: 'awaiting-signature' })
    expect(server.sentTo(createAttempt)).toEqual([])
  })
})
