import { describe, expect, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { Family } from '#shared/wallet.ts'
import { ApiError } from '#client/api/api-error.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { createAttemptSource } from '#client/screens/state/attempt-source.ts'
import { createNameChoice } from '#client/screens/state/name-choice.ts'
import { createPreparation } from '#client/screens/state/preparation.ts'
import { ATTEMPT, createFakeApi, EVM_ATTEMPT, NOW, ok, refuse } from '#tests/support/fake-api.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openApi } from '#tests/support/open-api.ts'
import { until } from '#tests/support/until.ts'

const OTHER_ATTEMPT: Attempt = { ...ATTEMPT, id: 'otherotherotherotherot' }

const CLIENT = { platform: 'ios', version: '9.1' } as const

type Options = { hasGesture?: boolean; library?: Promise<void>; family?: Family }

function setUp(options: Options = {}) {
  const { hasGesture = true, library = Promise.resolve(), family = 'ton' } = options
  const server = createFakeApi()
  const wallets = createFakeWalletConnector({ library })
  const storage = createUserStorage(createMemoryStorage(), '1001')
  const memory = createAttemptMemory(storage)
  const nameChoice = createNameChoice(storage)
  const api = openApi(server)
  const clock = { now: NOW }
  const now = () => clock.now
  const events: string[] = []
  server.on(createAttempt, () => ok(ATTEMPT))
  const preparation = createPreparation({
    takeAttempt: createAttemptSource({ api, memory, nameChoice, family, client: CLIENT, now }),
    wallets,
    now,
    hasGesture: () => hasGesture,
    onOpening: (attempt) => events.push(`opening ${attempt.id}`),
    onOpened: (attempt) => events.push(`opened ${attempt.id}`),
  })
  const ready = () => until(() => expect(preparation.state.get().status).toBe('ready'))
  return { server, wallets, memory, nameChoice, clock, events, preparation, ready }
}

test('makes an attempt and readies the wallets for its payload and network', async () => {
  const { preparation, ready, wallets, memory } = setUp()
  preparation.prepare()
  preparation.prepare()
  await ready()
  const { payload, network } = ATTEMPT
  expect(wallets.prepared).toEqual([{ family: 'ton', payload, network }])
  expect(memory.id('ton')).toBe(ATTEMPT.id)
})

test('warming up loads the library, makes no attempt and gives no connection up', async () => {
  const { preparation, server, wallets } = setUp()
  await preparation.warmUp()
  expect(wallets.warmUps.count).toBe(1)
  expect(wallets.calls).toEqual([])
  expect(server.sentTo(createAttempt)).toEqual([])
  expect(preparation.state.get()).toEqual({ status: 'idle' })
})

test('a library that fails to warm up is no problem before a wallet is chosen', async () => {
  const { preparation } = setUp({ library: Promise.reject(new Error('chunk')) })
  await preparation.warmUp()
  expect(preparation.state.get()).toEqual({ status: 'idle' })
  preparation.choose('telegram-wallet')
  await until(() =>
    expect(preparation.state.get()).toMatchObject({ code: 'wallet-library-unavailable' }),
  )
})

test('a choice loads the library while the attempt is made', async () => {
  const { preparation, ready, wallets } = setUp()
  preparation.choose('telegram-wallet')
  expect(wallets.warmUps.count).toBe(1)
  await ready()
})

test('tells with which Telegram client the attempt is made', async () => {
  const { preparation, ready, server } = setUp()
  preparation.prepare()
  await ready()
  expect(server.sentTo(createAttempt)).toMatchObject([{ body: { client: CLIENT } }])
})

test.each(['created', 'opened', 'awaiting-wallet'] as const)(
  'takes up an attempt that is still %s instead of making another',
  async (state) => {
    const { preparation, ready, memory, server } = setUp()
    memory.keep(OTHER_ATTEMPT, 'made')
    server.on(getAttempt, () => ok({ ...OTHER_ATTEMPT, state }))
    preparation.prepare()
    await ready()
    expect(preparation.state.get()).toMatchObject({ attempt: { id: OTHER_ATTEMPT.id } })
    expect(server.sentTo(createAttempt)).toEqual([])
  },
)

test.each(['failed', 'expired', 'cancelled', 'linked', 'awaiting-consent'] as const)(
  'makes a new attempt after one that is %s',
  async (state) => {
    const { preparation, ready, memory, server } = setUp()
    memory.keep(OTHER_ATTEMPT, 'made')
    server.on(getAttempt, () => ok({ ...OTHER_ATTEMPT, state }))
    preparation.prepare()
    await ready()
    expect(preparation.state.get()).toMatchObject({ attempt: { id: ATTEMPT.id } })
  },
)

test('makes a new attempt when the old one has too little time left', async () => {
  const { preparation, ready, memory, server, clock } = setUp()
  memory.keep(OTHER_ATTEMPT, 'made')
  server.on(getAttempt, () => ok(OTHER_ATTEMPT))
  clock.now = Date.parse(OTHER_ATTEMPT.expiresAt) - 59_000
  preparation.prepare()
  await ready()
  expect(server.sentTo(createAttempt)).toHaveLength(1)
})

test('a tap when all is ready opens the wallet within the tap', async () => {
  const { preparation, ready, wallets, events } = setUp()
  preparation.prepare()
  await ready()
  preparation.choose('telegram-wallet')
  expect(wallets.calls).toEqual(['prepare', 'connect telegram-wallet'])
  expect(events).toEqual([`opening ${ATTEMPT.id}`, `opened ${ATTEMPT.id}`])
})

test('the list of wallets does not count as an opened wallet', async () => {
  const { preparation, ready, events } = setUp()
  preparation.prepare()
  await ready()
  preparation.choose('all-wallets')
  expect(events).toEqual([`opening ${ATTEMPT.id}`])
})

test('an early tap is kept, shown, and opens the wallet when that becomes possible', async () => {
  const { preparation, ready, wallets } = setUp()
  preparation.choose('telegram-wallet')
  expect(preparation.state.get()).toEqual({ status: 'preparing', wanted: 'telegram-wallet' })
  await ready()
  expect(wallets.calls).toContain('connect telegram-wallet')
  expect(preparation.state.get()).toMatchObject({ wanted: null })
})

test('an early tap that the browser has forgotten asks for another one', async () => {
  const { preparation, ready, wallets } = setUp({ hasGesture: false })
  preparation.choose('telegram-wallet')
  await ready()
  expect(wallets.calls).toEqual(['prepare'])
  expect(preparation.state.get()).toMatchObject({ wanted: 'telegram-wallet' })
  preparation.choose('telegram-wallet')
  expect(wallets.calls).toContain('connect telegram-wallet')
})

test('an early tap on the list needs no second tap: the list is part of the page', async () => {
  const { preparation, ready, wallets } = setUp({ hasGesture: false })
  preparation.choose('all-wallets')
  await ready()
  expect(wallets.calls).toContain('connect all-wallets')
})

test('a tap on an attempt that ran out while it lay there prepares a new one first', async () => {
  const { preparation, ready, wallets, clock, server } = setUp()
  preparation.prepare()
  await ready()
  clock.now = Date.parse(ATTEMPT.expiresAt)
  server.on(createAttempt, () =>
    ok({ ...OTHER_ATTEMPT, expiresAt: new Date(clock.now + 300_000).toISOString() }),
  )
  preparation.choose('telegram-wallet')
  expect(wallets.calls).toEqual(['prepare'])
  await until(() => expect(wallets.calls).toContain('connect telegram-wallet'))
  expect(preparation.state.get()).toMatchObject({ attempt: { id: OTHER_ATTEMPT.id } })
})

test('a library that does not arrive is a problem that can be retried', async () => {
  const { preparation } = setUp({ library: Promise.reject(new Error('chunk')) })
  preparation.prepare()
  await until(() =>
    expect(preparation.state.get()).toEqual({
      status: 'failed',
      code: 'wallet-library-unavailable',
      wanted: null,
    }),
  )
  preparation.prepare()
  expect(preparation.state.get().status).toBe('preparing')
})

test('a refusal of the server is shown by its code', async () => {
  const { preparation, server } = setUp()
  server.on(createAttempt, () => refuse('too-many-attempts'))
  preparation.prepare()
  await until(() =>
    expect(preparation.state.get()).toMatchObject({ status: 'failed', code: 'too-many-attempts' }),
  )
})

test('what was under way before a reset changes nothing after it', async () => {
  const { preparation, wallets } = setUp()
  preparation.choose('telegram-wallet')
  preparation.reset()
  await until(() => expect(wallets.calls).toContain('prepare'))
  await Promise.resolve()
  expect(preparation.state.get()).toEqual({ status: 'idle' })
  expect(wallets.calls).not.toContain('connect telegram-wallet')
})

const CODE = 'r1_requestrequestrequestr'

test('an attempt for a connect request says which one', async () => {
  const { preparation, ready, server } = setUp()
  preparation.aim(CODE)
  preparation.prepare()
  await ready()
  expect(server.sentTo(createAttempt)).toMatchObject([{ body: { requestCode: CODE } }])
})

test('an attempt that was readied for no request answers none', async () => {
  const { preparation, ready, server, memory } = setUp()
  preparation.prepare()
  await ready()
  server.on(getAttempt, () => ok(ATTEMPT))
  server.on(createAttempt, () => ok({ ...OTHER_ATTEMPT, requestCode: CODE }))
  preparation.aim(CODE)
  preparation.prepare()
  await ready()
  expect(preparation.state.get()).toMatchObject({ attempt: { id: OTHER_ATTEMPT.id } })
  expect(memory.id('ton')).toBe(OTHER_ATTEMPT.id)
})

test('an attempt for a request is taken up again for that request, and for nothing else', async () => {
  const { preparation, ready, server, memory } = setUp()
  const mine = { ...OTHER_ATTEMPT, requestCode: CODE }
  memory.keep(mine, 'made')
  server.on(getAttempt, () => ok(mine))
  preparation.aim(CODE)
  preparation.prepare()
  await ready()
  expect(server.sentTo(createAttempt)).toEqual([])
  preparation.aim()
  preparation.prepare()
  await ready()
  expect(server.sentTo(createAttempt)).toHaveLength(1)
  expect(preparation.state.get()).toMatchObject({ attempt: { id: ATTEMPT.id } })
})

test('a new try after a failed one is for the same request', async () => {
  const { preparation, ready, server, wallets } = setUp()
  preparation.aim(CODE)
  preparation.prepare()
  await ready()
  preparation.reset()
  preparation.choose('telegram-wallet')
  await until(() => expect(wallets.calls).toContain('connect telegram-wallet'))
  expect(server.sentTo(createAttempt)).toMatchObject([
    { body: { requestCode: CODE } },
    { body: { requestCode: CODE } },
  ])
})

describe('of EVM wallets', () => {
  test('readies them for the attempt, which is made before any wallet is paired', async () => {
    const { preparation, ready, wallets, server, memory } = setUp({ family: 'evm' })
    server.on(createAttempt, () => ok(EVM_ATTEMPT))
    preparation.prepare()
    await ready()
    expect(server.sentTo(createAttempt)).toMatchObject([{ body: { family: 'evm' } }])
    expect(wallets.prepared).toEqual([{ family: 'evm', attemptId: EVM_ATTEMPT.id }])
    expect([memory.id('evm'), memory.id('ton')]).toEqual([EVM_ATTEMPT.id, null])
  })

  test('an early tap on a common wallet opens that wallet, which needs no list', async () => {
    const { preparation, ready, wallets, server, events } = setUp({ family: 'evm' })
    server.on(createAttempt, () => ok(EVM_ATTEMPT))
    preparation.choose('metamask')
    await ready()
    expect(wallets.calls).toEqual(['prepare', 'connect metamask'])
    expect(events).toEqual([`opening ${EVM_ATTEMPT.id}`, `opened ${EVM_ATTEMPT.id}`])
  })

  test('an attempt whose account is fixed can be begun with another wallet', async () => {
    const { preparation, ready, server, memory } = setUp({ family: 'evm' })
    memory.keep(EVM_ATTEMPT, 'opened')
    server.on(getAttempt, () => ok({ ...EVM_ATTEMPT, state: 'awaiting-signature' }))
    preparation.prepare()
    await ready()
    expect(server.sentTo(createAttempt)).toEqual([])
  })

  test('what keeps them away is told by its own name', async () => {
    const library = Promise.reject(new ApiError('evm-relay-unreachable'))
    const { preparation, server } = setUp({ family: 'evm', library })
    server.on(createAttempt, () => ok(EVM_ATTEMPT))
    preparation.prepare()
    await until(() =>
      expect(preparation.state.get()).toMatchObject({
        status: 'failed',
        code: 'evm-relay-unreachable',
      }),
    )
  })
})

test('a TON attempt whose proof has used its payload up is not begun with another wallet', async () => {
  const { preparation, ready, server, memory } = setUp()
  memory.keep(OTHER_ATTEMPT, 'opened')
  server.on(getAttempt, () => ok({ ...OTHER_ATTEMPT, state: 'awaiting-signature' }))
  preparation.prepare()
  await ready()
  expect(preparation.state.get()).toMatchObject({ attempt: { id: ATTEMPT.id } })
})
