import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { findWallets, listHeldWallets, listUserWallets } from '#shared/api/host/host-wallet.ts'
import { listEvents } from '#shared/api/host/host-event.ts'
import { HOST_PROBLEMS, HostProblemSchema } from '#shared/host-problem.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { accountId } from '#proof/account-id.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const WEBHOOK = {
  url: 'https://owner.example/hook',
  secrets: ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'],
  ownNetwork: new Set<string>(),
} as const

const UNKNOWN_ID = '0123456789abcdefghij_-'

let server: TestServer
let key: string
beforeEach(async () => {
  server = await openTestServer({ webhook: { ...WEBHOOK } })
  key = await server.newKey()
})

function get(path: string, token: string | undefined = key) {
  return server.call('GET', path, { token })
}

async function read<Schema extends v.GenericSchema>(schema: Schema, path: string) {
  const response = await get(path)
  expect(response.status).toBe(200)
  return v.parse(schema, await response.json())
}

/** The code of a problem, which must have everything that RFC 9457 and the contract require. */
async function getCode(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const problem = v.parse(HostProblemSchema, await response.json())
  const { status, title, action } = HOST_PROBLEMS[problem.code]
  expect(problem).toMatchObject({ status: response.status, title })
  expect(problem.detail.endsWith(action)).toBe(true)
  expect(response.status).toBe(status)
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  return problem.code
}

describe('the host API, asked who somebody is,', () => {
  test('answers the wallets of a Telegram account without what the member wrote', async () => {
    const token = await server.signIn(ADA)
    const wallet = await linkWallet(server, token)
    const body = { label: 'my savings' }
    await server.call('PATCH', `/api/wallets/${wallet.id}`, { token, body })
    const response = await get(`/v1/users/${ADA.id}/wallets`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).not.toContain('savings')
    const { user, wallets } = v.parse(listUserWallets.response, JSON.parse(text))
    expect(user?.telegramId).toBe(String(ADA.id))
    const { label: _label, ...shown } = wallet
    const displayAddress = formatTonAddress(wallet.address, wallet)
    const account = accountId(wallet)
    expect(wallets).toEqual([{ ...shown, displayAddress, account, signerOf: [] }])
  })

  test('names the primary wallet first', async () => {
    const token = await server.signIn()
    const oldest = await linkWallet(server, token)
    const primary = await linkWallet(server, token, 2)
    await server.call('PATCH', `/api/wallets/${primary.id}`, { token, body: { primary: true } })
    const response = await server.call('GET', `/v1/users/${ADA.id}/wallets`, { token: key })
    const { wallets } = v.parse(listUserWallets.response, await response.json())
    expect(wallets.map(({ id }) => id)).toEqual([primary.id, oldest.id])
  })

  test('answers nobody for an account that we do not know', async () => {
    const path = '/v1/users/4242/wallets'
    expect(await read(listUserWallets.response, path)).toEqual({ user: null, wallets: [] })
  })
})

describe('the host API, asked who has a wallet,', () => {
  test('answers by raw and by friendly address alike', async () => {
    const wallet = await linkWallet(server, await server.signIn(ILYA))
    const { address } = wallet
    const friendly = formatTonAddress(address, { network: '-239' })
    const bounceable = formatTonAddress(address, { network: '-239', bounceable: true })
    for (const written of [address, address.toUpperCase(), friendly, bounceable]) {
      const path = `/v1/wallets/ton/${encodeURIComponent(written)}`
      const { data, next } = await read(findWallets.response, path)
      expect(next).toBeNull()
      expect(data).toMatchObject([{ id: wallet.id, user: { telegramId: String(ILYA.id) } }])
    }
  })

  test('reads a base64 address with a slash and a plus once it is percent-encoded', async () => {
    const address = `0:${'fbff'.repeat(16)}`
    const standard = formatTonAddress(address, { network: '-239' })
      .replaceAll('-', '+')
      .replaceAll('_', '/')
    expect(standard).toMatch(/[+]/)
    expect(standard).toMatch(/[/]/)
    const path = `/v1/wallets/ton/${encodeURIComponent(standard)}`
    expect(await read(findWallets.response, path)).toEqual({ data: [], next: null })
  })

  test.each([
    ['an address of the other network', formatTonAddress(`0:${'0'.repeat(64)}`, { network: '-3' })],
    ['an address with a wrong checksum', `UQ${'A'.repeat(46)}`],
    ['an address of another workchain', `7:${'0'.repeat(64)}`],
    ['an address of another kind of chain', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['an address with a NUL', '%00'],
    ['an address without end', 'A'.repeat(5_000)],
  ])('%s is a bad request', async (_name, address) => {
    expect(await getCode(await get(`/v1/wallets/ton/${address}`))).toBe('bad-request')
  })

  test('a family that is none of ours is a bad request', async () => {
    expect(await getCode(await get('/v1/wallets/doge/abc'))).toBe('bad-request')
  })
})

describe('the host API, asked for all wallets,', () => {
  test('reads every wallet with its holder page by page', async () => {
    const ofAda = await linkWallet(server, await server.signIn(ADA), 1)
    server.clock.now += 1
    const ofIlya = await linkWallet(server, await server.signIn(ILYA), 2)
    const first = await read(listHeldWallets.response, '/v1/wallets?limit=1')
    expect(first.data).toMatchObject([{ id: ofAda.id, user: { telegramId: `${ADA.id}` } }])
    const path = `/v1/wallets?limit=1&after=${first.next}`
    const last = await read(listHeldWallets.response, path)
    expect(last).toMatchObject({ data: [{ id: ofIlya.id, signerOf: [] }], next: null })
  })

  test.each([
    ['family=ton&level=key&binding=domain', 1],
    ['family=evm', 0],
    ['level=quorum', 0],
    ['binding=text', 0],
  ])('the filter %s lets %i through', async (filter, count) => {
    await linkWallet(server, await server.signIn())
    const { data } = await read(listHeldWallets.response, `/v1/wallets?${filter}`)
    expect(data).toHaveLength(count)
  })

  test.each(['level=signer', 'family=doge', 'binding=', 'stale=1', 'family=ton&family=evm'])(
    'the filter %s is a bad request',
    async (filter) => {
      expect(await getCode(await get(`/v1/wallets?${filter}`))).toBe('bad-request')
    },
  )

  test('a cursor of another list is invalid', async () => {
    const { next } = await read(listEvents.response, '/v1/events')
    expect(await getCode(await get(`/v1/wallets?after=${next}`))).toBe('cursor-invalid')
  })
})

describe('the call by which the operator unlinks', () => {
  test('unlinks the wallet, and sends the event', async () => {
    const wallet = await linkWallet(server, await server.signIn())
    const notified = server.events.count
    const response = await server.call('DELETE', `/v1/wallets/${wallet.id}`, { token: key })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(server.events.count).toBe(notified + 1)
    const { wallets } = await read(listUserWallets.response, `/v1/users/${ADA.id}/wallets`)
    expect(wallets).toEqual([])
    const { data } = await read(listEvents.response, '/v1/events')
    expect(data.at(-1)).toMatchObject({ type: 'wallet.unlinked', data: { by: 'operator' } })
  })

  test('an unknown wallet is not found', async () => {
    const response = await server.call('DELETE', `/v1/wallets/${UNKNOWN_ID}`, { token: key })
    expect(await getCode(response)).toBe('not-found')
    expect(server.events.count).toBe(0)
  })
})

describe('the host API, asked for events,', () => {
  test('reads events page by page, and "next" of the last page finds what comes later', async () => {
    const token = await server.signIn()
    const wallet = await linkWallet(server, token, 1)
    await linkWallet(server, token, 2)
    const first = await read(listEvents.response, '/v1/events?limit=1')
    expect(first.data).toMatchObject([
      { type: 'wallet.linked', data: { wallet: { id: wallet.id } } },
    ])
    const second = await read(listEvents.response, `/v1/events?limit=1&after=${first.next}`)
    expect(second.data).toHaveLength(1)
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id)
    const none = await read(listEvents.response, `/v1/events?after=${second.next}`)
    expect(none).toEqual({ data: [], next: second.next })
    await server.call('DELETE', `/api/wallets/${wallet.id}`, { token })
    const later = await read(listEvents.response, `/v1/events?after=${none.next}`)
    expect(later.data).toMatchObject([{ type: 'wallet.unlinked', data: { by: 'member' } }])
  })

  test('gives a cursor before there are any events', async () => {
    const empty = await read(listEvents.response, '/v1/events')
    expect(empty.data).toEqual([])
    await linkWallet(server, await server.signIn())
    const { data } = await read(listEvents.response, `/v1/events?after=${empty.next}`)
    expect(data).toHaveLength(1)
  })

  test('a member who deleted everything is named by our id only', async () => {
    const token = await server.signIn()
    await linkWallet(server, token)
    const { data: before } = await read(listEvents.response, '/v1/events')
    const linked = before[0]
    await server.call('DELETE', '/api/me', { token })
    const { data } = await read(listEvents.response, '/v1/events')
    expect(data.at(-1)).toMatchObject({
      type: 'user.deleted',
      data: { user: { id: linked?.data.user.id, telegramId: null } },
    })
    expect(JSON.stringify(data)).not.toContain(String(ADA.id))
  })

  test('sends an event to the webhook once more, and enables a webhook that answered 410', async () => {
    await linkWallet(server, await server.signIn())
    const { data } = await read(listEvents.response, '/v1/events')
    await server.store.disableWebhook(WEBHOOK.url, server.clock.now)
    const notified = server.events.count
    const path = `/v1/events/${data[0]?.id}/redeliver`
    expect((await server.call('POST', path, { token: key })).status).toBe(202)
    expect(await server.store.isWebhookDisabled(WEBHOOK.url)).toBe(false)
    expect(server.events.count).toBe(notified + 1)
  })

  test('an unknown event cannot be sent, and enables nothing', async () => {
    await server.store.disableWebhook(WEBHOOK.url, server.clock.now)
    const response = await server.call('POST', `/v1/events/${UNKNOWN_ID}/redeliver`, { token: key })
    expect(await getCode(response)).toBe('not-found')
    expect(await server.store.isWebhookDisabled(WEBHOOK.url)).toBe(true)
  })

  test('sends no event where there is no webhook', async () => {
    server = await openTestServer()
    const token = await server.newKey()
    const response = await server.call('POST', `/v1/events/${UNKNOWN_ID}/redeliver`, { token })
    expect(await getCode(response)).toBe('webhook-not-configured')
  })
})

describe('the check of API keys', () => {
  test('refuses a call without a key, with another scheme or an empty value', async () => {
    for (const authorization of ['', 'Basic abc', 'Bearer', 'Bearer ']) {
      const response = await server.app.request('/v1/events', { headers: { authorization } })
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await getCode(response)).toBe('key-missing')
    }
  })

  test('refuses an unknown key', async () => {
    const cut = key.slice(0, -1)
    for (const unknown of ['clasp_', 'x', cut, `${key}a`, key.toUpperCase(), '\u00e9'.repeat(50)])
      expect(await getCode(await get('/v1/events', unknown))).toBe('key-invalid')
  })

  test('the session of a member opens no call of the host API', async () => {
    expect(await getCode(await get('/v1/events', await server.signIn()))).toBe('key-invalid')
  })

  test('a key of the host API opens no call of a member', async () => {
    expect((await server.call('GET', '/api/me', { token: key })).status).toBe(401)
  })

  test('refuses a revoked key immediately', async () => {
    expect((await get('/v1/events')).status).toBe(200)
    const [stored] = await server.store.listApiKeys()
    expect(await server.store.revokeApiKey(stored?.name ?? '', server.clock.now)).toBe(true)
    expect(await getCode(await get('/v1/events'))).toBe('key-invalid')
  })

  test('refuses a key out of scope, and changes nothing', async () => {
    const wallet = await linkWallet(server, await server.signIn())
    const reader = await server.newKey(['wallets:read'])
    expect((await get(`/v1/users/${ADA.id}/wallets`, reader)).status).toBe(200)
    const calls: [string, string][] = [
      ['GET', '/v1/events'],
      ['DELETE', `/v1/wallets/${wallet.id}`],
      ['POST', '/v1/requests'],
      ['GET', `/v1/requests/r1_${UNKNOWN_ID}`],
      ['PATCH', `/v1/requests/r1_${UNKNOWN_ID}`],
      ['GET', `/v1/proofs/${wallet.id}`],
      ['POST', `/v1/events/${UNKNOWN_ID}/redeliver`],
    ]
    for (const [method, path] of calls)
      expect(await getCode(await server.call(method, path, { token: reader }))).toBe(
        'scope-missing',
      )
    const { wallets } = await read(listUserWallets.response, `/v1/users/${ADA.id}/wallets`)
    expect(wallets).toHaveLength(1)
  })

  test('logs no key and no member that a key requested', async () => {
    const wallet = await linkWallet(server, await server.signIn())
    await get(`/v1/users/${ADA.id}/wallets`)
    await get(`/v1/wallets/ton/${wallet.address}`)
    await get('/v1/events', `${key}x`)
    const log = server.logLines.join('')
    expect(log).toContain('/v1/users/:telegramId/wallets')
    for (const secret of [key, key.slice(6), String(ADA.id), wallet.address])
      expect(log).not.toContain(secret)
  })
})

describe('the rate of a key', () => {
  test('a key over its rate gets 429 with Retry-After, and recovers', async () => {
    const burst = await Promise.all(Array.from({ length: 20 }, () => get('/v1/events')))
    expect(burst.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const refused = await get('/v1/events')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await getCode(refused)).toBe('rate-limited')
    server.clock.now += 100
    expect((await get('/v1/events')).status).toBe(200)
    expect((await get('/v1/events')).status).toBe(429)
    server.clock.now += 1_000
    const recovered = await Promise.all(Array.from({ length: 10 }, () => get('/v1/events')))
    expect(recovered.every(({ status }) => status === 200)).toBe(true)
  })

  test('the rate of one key does not hold another key up', async () => {
    await Promise.all(Array.from({ length: 21 }, () => get('/v1/events')))
    expect((await get('/v1/events')).status).toBe(429)
    expect((await get('/v1/events', await server.newKey())).status).toBe(200)
  })
})

describe('junk', () => {
  test.each([
    ['GET', '/v1/users/0/wallets'],
    ['GET', '/v1/users/ada/wallets'],
    ['GET', '/v1/users/%00/wallets'],
    ['GET', `/v1/users/${'9'.repeat(17)}/wallets`],
    ['GET', '/v1/users/-1/wallets'],
    ['DELETE', '/v1/wallets/1'],
    ['DELETE', '/v1/wallets/%00'],
    ['DELETE', `/v1/wallets/${UNKNOWN_ID}x`],
    ['POST', '/v1/events/x/redeliver'],
    ['POST', "/v1/events/';drop table events/redeliver"],
  ])('%s %s: an id that is none is a bad request', async (method, path) => {
    expect(await getCode(await server.call(method, path, { token: key }))).toBe('bad-request')
  })

  test.each([
    ['empty', ''],
    ['no base64url', '***'],
    ['too long', 'A'.repeat(65)],
    ['random', 'AAAAAAAA'],
    ['with a NUL', '%00'],
    ['without our mark', Buffer.from('junk1').toString('base64url')],
    ['given twice', 'AAAA&after=BBBB'],
  ])('a cursor that is %s is invalid', async (_name, cursor) => {
    expect(await getCode(await get(`/v1/events?after=${cursor}`))).toBe('cursor-invalid')
  })

  test('a cursor of another list is invalid', async () => {
    const { next } = await read(listEvents.response, '/v1/events')
    const path = `/v1/wallets/ton/0:${'0'.repeat(64)}?after=${next}`
    expect(await getCode(await get(path))).toBe('cursor-invalid')
  })

  test('a cursor whose mark was altered is invalid', async () => {
    const { next } = await read(listEvents.response, '/v1/events')
    const cursor = next ?? ''
    for (let at = 0; at < 5; at += 1) {
      const altered = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`
      expect(await getCode(await get(`/v1/events?after=${altered}`))).toBe('cursor-invalid')
    }
  })

  test.each(['0', '1001', '99999', '-1', '1.5', 'all', ''])(
    'a page of %s is a bad request',
    async (limit) => {
      expect(await getCode(await get(`/v1/events?limit=${limit}`))).toBe('bad-request')
    },
  )

  test('the largest page is answered', async () => {
    expect((await get('/v1/events?limit=1000')).status).toBe(200)
  })

  test('unknown fields in query and body are refused', async () => {
    expect(await getCode(await get('/v1/events?since=1'))).toBe('bad-request')
    expect(await getCode(await get(`/v1/users/1/wallets?after=x`))).toBe('bad-request')
    const bodies = [{ junk: true }, { expiresIn: '60' }, 'no json', '[]', 'null']
    for (const body of bodies) {
      const response = await server.call('POST', '/v1/requests', { token: key, body })
      expect(await getCode(response)).toBe('bad-request')
    }
  })

  test('a body where there should be none is refused', async () => {
    const path = `/v1/wallets/${UNKNOWN_ID}`
    const response = await server.call('DELETE', path, { token: key, body: {} })
    expect(await getCode(response)).toBe('body-too-large')
  })

  test('a body over 1 KiB is refused before the key is checked', async () => {
    const body = 'x'.repeat(1_025)
    expect(await getCode(await server.call('POST', '/v1/requests', { body }))).toBe(
      'body-too-large',
    )
  })

  test.each([
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v1/nothing'],
    ['PUT', '/v1/events'],
    ['GET', `/v1/events/${UNKNOWN_ID}/redeliver`],
  ])('%s %s, which is no call, gets a problem of the host API', async (method, path) => {
    expect(await getCode(await server.call(method, path, { token: key }))).toBe('no-such-call')
  })

  test.each([
    ['GET', '/v1/events?limit=many', undefined, /^query\.limit: /],
    ['GET', '/v1/users/ada/wallets', undefined, /^path\.telegramId: /],
    ['POST', '/v1/requests', { expiresIn: 1 }, /^body\.expiresIn: /],
    ['POST', '/v1/requests', 'no JSON', /^body: /],
  ])('the refusal of %s %s says what is wrong', async (method, path, body, hint) => {
    const response = await server.call(method, path, { token: key, body })
    expect(v.parse(HostProblemSchema, await response.json()).detail).toMatch(hint)
  })
})

describe('while the database is away', () => {
  test('a call is a 503 that may be tried again', async () => {
    await server.closeStore()
    const response = await get(`/v1/users/${ADA.id}/wallets`)
    expect(await getCode(response)).toBe('maintenance')
  })

  test('the same call succeeds once the database is back, and has its effect once', async () => {
    const wallet = await linkWallet(server, await server.signIn())
    const init = {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'take-it' },
    }
    await server.closeStore()
    const away = await server.app.request(`/v1/wallets/${wallet.id}`, init)
    expect(await getCode(away)).toBe('maintenance')
    const back = await openTestServer({ databaseUrl: `file:${server.directory}/clasp.db` })
    const statuses = []
    for (let time = 0; time < 2; time += 1)
      statuses.push((await back.app.request(`/v1/wallets/${wallet.id}`, init)).status)
    expect(statuses).toEqual([204, 204])
    const events = await back.store.listHostEvents({ after: 0, limit: 10 })
    expect(events.map(({ event }) => event.type)).toEqual(['wallet.linked', 'wallet.unlinked'])
    await back.close()
  })
})
