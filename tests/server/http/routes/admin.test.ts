import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { getOverview } from '#shared/api/admin/get-overview.ts'
import { getMe } from '#shared/api/get-me.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const WEBHOOK = {
  url: 'https://receiver.example/hook',
  secrets: [`whsec_${Buffer.alloc(24, 7).toString('base64')}`],
  ownNetwork: new Set<string>(),
} as const

let server: TestServer
let admin: string
beforeEach(async () => {
  server = await openTestServer({ adminIds: new Set([String(ADA.id)]), webhook: WEBHOOK })
  admin = await server.signIn(ADA)
})

async function overview() {
  const response = await server.call('GET', '/api/admin/overview', { token: admin })
  expect(response.status).toBe(200)
  const text = await response.text()
  return { text, ...v.parse(getOverview.response, JSON.parse(text)) }
}

async function link(token: string, seed: number): Promise<string> {
  const { address } = await linkWallet(server, token, seed)
  return address
}

/** An attempt that ends without a link. */
async function fail(token: string, walletApp: string, errorCode?: string): Promise<void> {
  const made = await server.call('POST', '/api/attempts', {
    token,
    body: { family: 'ton', client: { platform: 'android', version: '8.0' } },
  })
  const { id } = v.parse(v.object({ id: v.string() }), await made.json())
  const path = `/api/attempts/${id}`
  await server.call('PATCH', path, { token, body: { state: 'awaiting-wallet', walletApp } })
  await (errorCode === undefined
    ? server.call('DELETE', path, { token })
    : server.call('PATCH', path, { token, body: { state: 'failed', errorCode } }))
}

describe('access to the overview', () => {
  test.each([
    ['GET', '/api/admin/overview'],
    ['POST', '/api/admin/deliveries/0123456789abcdefghij_-/redeliver'],
  ])('%s %s is refused to a member who is no admin', async (method, path) => {
    const response = await server.call(method, path, { token: await server.signIn(ILYA) })
    expect(response.status).toBe(403)
    expect(v.parse(ProblemSchema, await response.json()).code).toBe('not-admin')
  })

  test('a member whose Telegram id starts like an admin’s is no admin', async () => {
    const token = await server.signIn({ ...ILYA, id: ADA.id * 10 })
    expect((await server.call('GET', '/api/admin/overview', { token })).status).toBe(403)
  })

  test('the app is shown who is an admin', async () => {
    const isAdmin = async (token: string) => {
      const response = await server.call('GET', '/api/me', { token })
      return v.parse(getMe.response, await response.json()).admin
    }
    expect(await isAdmin(admin)).toBe(true)
    expect(await isAdmin(await server.signIn(ILYA))).toBe(false)
  })
})

describe('the overview', () => {
  test('shows how many wallets are linked, and on which of 30 days they were', async () => {
    await link(admin, 1)
    server.clock.now += 2 * DAY_MS
    admin = await server.signIn(ADA)
    await link(admin, 2)
    await link(await server.signIn(ILYA), 3)
    const { linked } = await overview()
    expect(linked.total).toBe(3)
    expect(linked.byDay).toHaveLength(30)
    expect(linked.byDay.slice(-3)).toEqual([
      { day: '2026-11-20', count: 1 },
      { day: '2026-11-21', count: 0 },
      { day: '2026-11-22', count: 2 },
    ])
    expect(linked.byDay[0]?.day).toBe('2026-10-24')
  })

  test('shows how attempts ended, with which client and wallet, the most frequent first', async () => {
    const token = await server.signIn(ILYA)
    await fail(token, 'Tonkeeper', 'wallet-rejected')
    await fail(token, 'Tonkeeper', 'wallet-rejected')
    await fail(token, 'Tonkeeper')
    const { attempts } = await overview()
    expect(attempts).toEqual([
      { outcome: 'wallet-rejected', platform: 'android', walletApp: 'Tonkeeper', count: 2 },
      { outcome: 'cancelled', platform: 'android', walletApp: 'Tonkeeper', count: 1 },
    ])
  })

  test('counts a wallet name that no list knows as "other", with all such together', async () => {
    const token = await server.signIn(ILYA)
    await fail(token, 'Mallory was here', 'wallet-failed')
    await fail(token, 'call 555-0199', 'wallet-failed')
    const { attempts, text } = await overview()
    expect(attempts).toEqual([
      { outcome: 'wallet-failed', platform: 'android', walletApp: 'other', count: 2 },
    ])
    expect(text).not.toContain('Mallory')
  })

  test('shows which upstreams answered', async () => {
    server.metrics.upstream('toncenter', 'failed')
    server.metrics.upstream('webhook', 'ok')
    const { upstreams } = await overview()
    expect(upstreams).toContainEqual({ name: 'toncenter', health: 'down', failures: 1 })
    expect(upstreams).toContainEqual({ name: 'webhook', health: 'up', failures: 0 })
    expect(upstreams).toContainEqual({ name: 'telegram', health: 'unknown', failures: 0 })
  })

  test('shows the EVM chains only where the operator offers EVM', async () => {
    expect((await overview()).upstreams.map(({ name }) => name)).not.toContain('evm-rpc')
    server = await openTestServer({ adminIds: new Set([String(ADA.id)]), evm: 'in-app' })
    admin = await server.signIn(ADA)
    server.metrics.upstream('evm-rpc', 'failed')
    const { upstreams } = await overview()
    expect(upstreams).toContainEqual({ name: 'evm-rpc', health: 'down', failures: 1 })
  })

  test('shows no name, id, address or label of any member', async () => {
    const token = await server.signIn(ILYA)
    const address = await link(token, 4)
    const me = await server.call('GET', '/api/me', { token })
    const [wallet] = v.parse(getMe.response, await me.json()).wallets
    await server.call('PATCH', `/api/wallets/${wallet?.id}`, { token, body: { label: 'Nest egg' } })
    const ilya = await server.store.findUserByTelegramId(String(ILYA.id))
    const { text } = await overview()
    const secrets = [
      ILYA.first_name,
      ILYA.username,
      String(ILYA.id),
      ilya?.id,
      wallet?.id,
      'Nest egg',
    ]
    for (const secret of [...secrets, address, address.slice(2), String(ADA.id), ADA.username]) {
      expect(secret).toBeTypeOf('string')
      expect(text).not.toContain(secret)
    }
  })
})

/** Gives up every delivery that is due. */
async function giveUpAll(): Promise<void> {
  const now = server.clock.now
  for (const { event } of await server.store.leaseDeliveries(now, now + 60_000, 100)) {
    const result = { state: 'dead', error: 'http-500' } as const
    await server.store.settleDelivery(event.sequence, result, now)
  }
}

describe('the overview of deliveries', () => {
  test('lists deliveries with their state, error and age', async () => {
    await link(await server.signIn(ILYA), 5)
    server.clock.now += 90_000
    const { webhook: waiting } = await overview()
    expect(waiting).toMatchObject({ state: 'on', queueAgeS: 90, counts: { pending: 1, dead: 0 } })
    await giveUpAll()
    const { webhook } = await overview()
    expect(webhook).toMatchObject({
      queueAgeS: 0,
      counts: { pending: 0, dead: 1 },
      deliveries: [{ type: 'wallet.linked', state: 'dead', tries: 1, error: 'http-500' }],
    })
  })

  test('sends a dead delivery again, and notifies the worker that delivers', async () => {
    await link(await server.signIn(ILYA), 6)
    await giveUpAll()
    const { webhook } = await overview()
    const id = webhook.state === 'off' ? '' : (webhook.deliveries[0]?.eventId ?? '')
    const before = server.events.count
    const path = `/api/admin/deliveries/${id}/redeliver`
    expect((await server.call('POST', path, { token: admin })).status).toBe(204)
    expect(server.events.count).toBe(before + 1)
    expect((await overview()).webhook).toMatchObject({ counts: { pending: 1, dead: 0 } })
  })

  test.each(['0123456789abcdefghij_-', 'short', '%00'])('finds no event for %s', async (id) => {
    const path = `/api/admin/deliveries/${id}/redeliver`
    expect((await server.call('POST', path, { token: admin })).status).toBe(404)
  })

  test('shows a receiver that wants no more as disabled, until an event is sent again', async () => {
    await link(await server.signIn(ILYA), 7)
    await server.store.disableWebhook(WEBHOOK.url, server.clock.now)
    const { webhook } = await overview()
    expect(webhook).toMatchObject({ state: 'disabled' })
    const id = webhook.state === 'off' ? '' : (webhook.deliveries[0]?.eventId ?? '')
    await server.call('POST', `/api/admin/deliveries/${id}/redeliver`, { token: admin })
    expect((await overview()).webhook).toMatchObject({ state: 'on' })
  })
})

test('the overview shows nothing to deliver without a webhook', async () => {
  server = await openTestServer({ adminIds: new Set([String(ADA.id)]) })
  admin = await server.signIn(ADA)
  const { webhook, upstreams } = await overview()
  expect(webhook).toEqual({ state: 'off' })
  expect(upstreams.map(({ name }) => name)).not.toContain('webhook')
  const path = '/api/admin/deliveries/0123456789abcdefghij_-/redeliver'
  expect((await server.call('POST', path, { token: admin })).status).toBe(404)
})
