import * as v from 'valibot'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ATTEMPT_ID, MESSAGE, type EvmPage, useWalletConnect } from '#tests/support/evm-page.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 40_000 })

const MINUTE = 60_000
const ATTEMPT_2 = 'attempt-attempt-attem2'

const evm = useWalletConnect()
const { openPage, meet } = evm

async function connect(situation: Parameters<typeof openPage>[0] = {}) {
  const { page, wallet } = await meet(situation)
  await wallet.approve()
  await page.received('account')
  page.answers.length = 0
  return { page, wallet }
}

/** The device's records, each with a key of its own. */
function listRecords({ storage }: EvmPage): (readonly [key: string, record: string])[] {
  return storage.keys().map((key) => [key, storage.getItem(key) ?? ''] as const)
}

const KINDS = [
  'core:0.3:42//keychain',
  'core:0.3:42//history',
  'core:0.3:42//expirer',
  'core:0.3:42//pairing',
  'core:0.3:42//subscription',
  'core:0.3:42//messages',
  'client:0.3:42//proposal',
  'client:0.3:42//session',
]
const DAMAGES = ['null', '{}', '[null]', '[{}]', '[5]', '"x"', '7']

const SessionsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.looseObject({})))

describe('a damaged record of the library', () => {
  test.each(KINDS)('%s costs the member no more than the connection', async (kind) => {
    const { page } = await connect()
    await page.leave()
    const records = listRecords(page)
    expect(records.map(([key]) => key)).toContain(`clasp/42/evm/wc@2:${kind}`)
    const links = new Map<string, string | undefined>()
    for (const damage of DAMAGES) {
      const storage = createMemoryStorage()
      for (const [key, record] of records) storage.setItem(key, record)
      storage.setItem(`clasp/42/evm/wc@2:${kind}`, damage)
      const next = openPage({ storage })
      await next.connector.restore()
      await next.connector.prepare({ family: 'evm', attemptId: ATTEMPT_2 })
      links.set(damage, next.connector.link.get()?.slice(0, 3))
      await next.leave()
    }
    expect(links).toEqual(new Map(DAMAGES.map((damage) => [damage, 'wc:'])))
  })

  test.each([
    ['null', null],
    ['no namespace', { eip155: null }],
    ['accounts that are none', { eip155: { accounts: null } }],
    ['a number among its accounts', { eip155: { accounts: [5], methods: [], events: [] } }],
  ])('a session with %s ends with the next choice of a wallet', async (_, namespaces) => {
    const { page } = await connect()
    await page.leave()
    const key = 'clasp/42/evm/wc@2:client:0.3:42//session'
    const [session] = v.parse(SessionsSchema, page.storage.getItem(key))
    page.storage.setItem(key, JSON.stringify([{ ...session, namespaces }]))
    const next = await page.reload()
    await next.connector.restore()
    await next.connector.prepare({ family: 'evm', attemptId: ATTEMPT_2 })
    expect(next.connector.link.get()).toMatch(/^wc:/)
  })

  test('a connection is made on the page that has dropped it, and lasts over a reload', async () => {
    // The library of a browser, which keeps its core for as long as the page lives.
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'false')
    onTestFinished(() => void vi.unstubAllEnvs())
    const storage = createMemoryStorage()
    storage.setItem('clasp/77/evm/wc@2:core:0.3:77//history', '[null]')
    const { page, wallet } = await connect({ storage, telegramId: '77' })
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')
    const next = await page.reload()
    await next.connector.restore()
    next.connector.sign({
      attemptId: ATTEMPT_ID,
      message: MESSAGE,
      account: null,
      signsFor: null,
      expiresAt: Date.now() + 10 * MINUTE,
    })
    await wallet.agree()
    expect(await next.received('signature')).toBeDefined()
  })

  test('a link that was open is replaced by one that the library knows', async () => {
    const { page, wallet } = await meet()
    const older = page.connector.link.get()
    await page.leave()
    page.storage.setItem('clasp/42/evm/wc@2:core:0.3:42//history', '[null]')
    const next = await page.reload()
    await next.connector.restore()
    expect(next.connector.link.get()).not.toBe(older)
    await wallet.follow(next.connector.link.get())
    await wallet.approve()
    await next.received('account')
  })
})

test.each([
  ['null', null],
  ['no namespace', { eip155: null }],
  ['null for accounts', { eip155: { accounts: null, methods: ['personal_sign'], events: [] } }],
  [
    'a number for an account',
    { eip155: { accounts: [5], methods: ['personal_sign'], events: [] } },
  ],
])('a wallet that updates its session to %s changes nothing', async (_, namespaces) => {
  const { page, wallet } = await connect()
  expect(await wallet.updateTo(namespaces)).toHaveProperty('error')
  const next = await page.reload()
  await next.connector.restore()
  expect(next.isConnected()).toBe(true)
  expect(next.connector.canSign()).toBe(true)
})

test('a reload between a wallet’s approval and its session renews the link, which the wallet would refuse', async () => {
  const { page, wallet } = await meet()
  const older = page.connector.link.get()
  const isAnswered = () => page.storage.getItem('clasp/42/evm/wc@2:core:0.3:42//history') === '[]'
  await wallet.approveWithoutSession()
  await vi.waitUntil(isAnswered, 10_000)
  const next = await page.reload()
  await next.connector.restore()
  expect(next.connector.link.get()).not.toBe(older)
  await wallet.follow(next.connector.link.get())
  await wallet.approve()
  await next.received('account')
})

test('returning from a wallet whose session was lost renews the link', async () => {
  const { page, wallet } = await meet()
  const older = page.connector.link.get()
  await wallet.approveWithoutSession()
  await vi.waitFor(() => {
    page.telegram.comeBack()
    expect(page.connector.link.get()).not.toBe(older)
  }, 20_000)
})

test('the device does not store more with every link', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const storage = createMemoryStorage()
  const sizes: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { page } = await connect({ storage })
    await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_2 })
    page.connector.cancel()
    await page.leave()
    sizes.push(listRecords(page).reduce((sum, [, record]) => sum + record.length, 0))
    vi.setSystemTime(Date.now() + 40 * MINUTE)
  }
  // The library never deletes the key of a proposal: 134 bytes.
  const [, second = 0, , , fifth = 0] = sizes
  expect(fifth - second).toBeLessThan(3 * 200)
})
