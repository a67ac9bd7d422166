import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRequest } from '#shared/api/host/host-request.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import {
  type Dump,
  postgresDialect,
  runDialect,
  sqliteDialect,
} from '#tests/support/store-dialects.ts'
import { getTonAddress, proofFor } from '#tests/support/link-wallet.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ILYA, ZEBULON } from '#tests/support/people.ts'

const START_TIMEOUT_MS = 60_000

const WEBHOOK = {
  url: 'https://receiver.example/hook',
  secrets: [`whsec_${Buffer.alloc(24, 7).toString('base64')}`],
  ownNetwork: new Set<string>(),
} as const

const EVM_ADDRESS = '0xc0ffee254729296a45a3885639AC7E10F9d54979'

describe.each([sqliteDialect(), postgresDialect()])('a member on $name', (dialect) => {
  let server: TestServer
  let databaseUrl: string
  let key: string

  runDialect(dialect)
  beforeAll(async () => {
    databaseUrl = await dialect.createDatabase()
    server = await startTestServer({ databaseUrl, webhook: WEBHOOK, evm: 'browser' })
    key = await server.newKey()
  }, START_TIMEOUT_MS)
  afterAll(() => server.close(), START_TIMEOUT_MS)

  async function send(call: string, token: string, body?: unknown): Promise<unknown> {
    const [method = '', path = ''] = call.split(' ')
    const response = await server.call(method, path, { token, body })
    if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }

  async function newAttempt(token: string): Promise<{ id: string; payload: string }> {
    const client = { platform: 'ios', version: '8.0' }
    const made = await send('POST /api/attempts', token, { family: 'ton', client })
    return v.parse(v.object({ id: v.string(), payload: v.string() }), made)
  }

  async function link(token: string, seed: number) {
    const { id, payload } = await newAttempt(token)
    await send(`PATCH /api/attempts/${id}`, token, {
      state: 'awaiting-wallet',
      walletApp: 'Tonkeeper',
    })
    await send(`POST /api/attempts/${id}/proof`, token, proofFor(server, { payload, seed }))
    const { wallets } = v.parse(getMe.response, await send('GET /api/me', token))
    const wallet = wallets.find(({ address }) => address === getTonAddress(seed))
    if (wallet === undefined) throw new Error('not linked')
    return wallet
  }

  async function newRequest(): Promise<string> {
    return v.parse(createRequest.response, await send('POST /v1/requests', key, {})).code
  }

  /** An account that waits for its signature, a session from a ticket, and an unused ticket. */
  async function handOver(token: string): Promise<string> {
    const { id } = await server.newEvmAttempt(token)
    await send(`PUT /api/attempts/${id}/account`, token, { address: EVM_ADDRESS, chainId: 1 })
    const ask = async () =>
      v.parse(createTicket.response, await send(`POST /api/attempts/${id}/ticket`, token))
    const { ticket } = await ask()
    await send('POST /api/session/ticket', '', { ticket })
    await ask()
    return id
  }

  /** Does all that a member can do here. Returns the data that must be found nowhere afterwards. */
  async function liveHere(token: string): Promise<string[]> {
    const first = await link(token, 11)
    const second = await link(token, 12)
    await send(`PATCH /api/wallets/${first.id}`, token, { label: 'Nest egg' })
    await send(`PATCH /api/wallets/${second.id}`, token, { primary: true })
    const unlinked = await link(token, 13)
    await send(`DELETE /api/wallets/${unlinked.id}`, token)
    const { id } = await newAttempt(token)
    await send(`DELETE /api/attempts/${id}`, token)
    const code = await newRequest()
    await send(`POST /api/requests/${code}/answer`, token, { walletId: first.id })
    const withdrawn = await newRequest()
    await send(`POST /api/requests/${withdrawn}/answer`, token, { walletId: second.id })
    await send(`DELETE /api/requests/${withdrawn}/answer`, token)
    const wallets = [first, second, unlinked]
    return [
      await handOver(token),
      EVM_ADDRESS,
      String(ZEBULON.id),
      ZEBULON.first_name,
      ZEBULON.username,
      'Nest egg',
      ...wallets.flatMap((wallet) => [wallet.id, wallet.address, wallet.address.slice(2)]),
    ]
  }

  test('a member exports their data ten times in a burst at most', async () => {
    const token = await server.signIn({ ...ILYA, id: 909, username: 'eager' })
    const take = () => server.call('GET', '/api/export', { token })
    for (let count = 0; count < 10; count += 1) expect((await take()).status).toBe(200)
    const refused = await take()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  })

  test('an export holds what is stored, with the client of each attempt', async () => {
    const token = await server.signIn(ILYA)
    const wallet = await link(token, 14)
    const exported = v.parse(exportMe.response, await send('GET /api/export', token))
    expect(exported.user.telegramId).toBe(String(ILYA.id))
    expect(exported.wallets).toEqual([wallet])
    expect(exported.attempts).toMatchObject([
      {
        state: 'linked',
        walletApp: 'Tonkeeper',
        client: { platform: 'ios', version: '8.0' },
        requestCode: null,
      },
    ])
    expect(exported.answers).toEqual([])
    const requestCode = await newRequest()
    await send(`POST /api/requests/${requestCode}/answer`, token, { walletId: wallet.id })
    const { answers, events } = v.parse(exportMe.response, await send('GET /api/export', token))
    expect(answers).toMatchObject([{ requestCode, walletId: wallet.id, withdrawnAt: null }])
    expect(events).toMatchObject([
      { type: 'request.answered', mine: true },
      { type: 'wallet.linked', mine: true, reason: null },
    ])
  })

  test('a member who deletes everything leaves only the fact that they were deleted', async () => {
    const token = await server.signIn(ZEBULON)
    const secrets = await liveHere(token)
    const user = await server.store.findUserByTelegramId(String(ZEBULON.id))
    const userId = user?.id ?? ''
    expect(userId).not.toBe('')
    const before = await dialect.dump(databaseUrl)
    expect(tablesWith(before, userId)).toEqual(
      expect.arrayContaining(['users', 'wallets', 'attempts', 'answers', 'events', 'sessions']),
    )
    const [attemptId = ''] = secrets
    expect(tablesWith(before, attemptId).toSorted()).toEqual(['attempts', 'sessions', 'tickets'])

    await send('DELETE /api/me', token)

    const dump = await dialect.dump(databaseUrl)
    expect(tablesWith(dump, userId)).toEqual(['events'])
    expect(secrets.filter((secret) => tablesWith(dump, secret).length > 0)).toEqual([])
    const saved = await server.store.listHostEvents({ after: 0, limit: 1_000 })
    const own = saved.filter(({ event }) => JSON.stringify(event).includes(userId))
    expect(own.map(({ event }) => event.type)).toEqual(['user.deleted'])
    const opened = JSON.stringify(saved.map(({ event, telegramIds }) => [event, [...telegramIds]]))
    for (const secret of secrets) expect(opened).not.toContain(secret)
  })
})

/** Names of the tables that hold a text, in clear or inside of bytes. */
function tablesWith(dump: Dump, text: string): string[] {
  const needles = [text, text.toLowerCase()]
  const holds = (value: unknown) => {
    const haystack = ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8')
      : String(value)
    return needles.some((needle) => haystack.includes(needle))
  }
  return Object.entries(dump)
    .filter(([, rows]) => rows.some((row) => Object.values(row).some(holds)))
    .map(([name]) => name)
}
