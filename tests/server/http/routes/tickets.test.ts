import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createTicket } from '#shared/api/create-ticket.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { PUBLIC_URL, type TestServer } from '#tests/support/test-server.ts'
import { getCode, evmCalls, getKey, getMessage, startEvmWorld } from '../evm-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const MINUTE_MS = 60_000
const UNKNOWN_TICKET = 'u'.repeat(43)

const world = shareAmongTests(startEvmWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string

beforeEach(async () => {
  server = await world().startServer('browser')
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
})

const key = getKey(3)

const ask = (token: string, id: string) =>
  calls.send('POST', `/api/attempts/${id}/ticket`, { token })

async function ticketFor(token: string, id: string) {
  const { status, json } = await ask(token, id)
  expect(status).toBe(201)
  return v.parse(createTicket.response, json)
}

async function redeem(ticket: unknown) {
  const response = await server.call('POST', '/api/session/ticket', { body: { ticket } })
  const json: unknown = await response.json()
  return { status: response.status, json }
}

async function redeemed(ticket: string) {
  const { status, json } = await redeem(ticket)
  expect(status).toBe(201)
  return v.parse(openTicketSession.response, json)
}

async function handedOver() {
  const { id } = await server.newEvmAttempt(ada)
  const { ticket = '' } = await ticketFor(ada, id)
  return { id, ticket, ...(await redeemed(ticket)) }
}

describe('a ticket', () => {
  test('a ticket stands in the fragment of our own page, for five minutes', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const { ticket = '', url, expiresAt } = await ticketFor(ada, id)
    expect(url).toBe(`${PUBLIC_URL}/connect?lang=en#ticket=${ticket}`)
    expect(Date.parse(expiresAt)).toBe(server.clock.now + 5 * MINUTE_MS)
  })

  test('a ticket lives no longer than its attempt', async () => {
    const attempt = await server.newEvmAttempt(ada)
    server.clock.now += 8 * MINUTE_MS
    const { expiresAt } = await ticketFor(ada, attempt.id)
    expect(expiresAt).toBe(attempt.expiresAt)
  })

  test('a ticket becomes a session that says whose it is, and connects and proves', async () => {
    const { id, token, attemptId, user, expiresAt } = await handedOver()
    expect(attemptId).toBe(id)
    expect(user).toMatchObject({ telegramId: String(ADA.id), username: 'ada' })
    expect(expiresAt).toBe((await calls.look(token, id)).expiresAt)
    const opened = { token, body: { state: 'awaiting-wallet', walletApp: 'MetaMask' } }
    expect((await calls.send('PATCH', `/api/attempts/${id}`, opened)).status).toBe(200)
    const message = getMessage((await calls.fix(token, id, key)).json)
    const proof = await calls.prove(token, id, await key.signMessage({ message }))
    expect(proof.status).toBe(201)
    // The Mini App sees it, with its own session.
    expect((await calls.look(ada, id)).wallet).toMatchObject({ address: key.address })
    expect(await calls.getWallets(ada)).toHaveLength(1)
  })

  test('is refused the second time, and the first session lives on', async () => {
    const { id, token, ticket } = await handedOver()
    const again = await redeem(ticket)
    expect(again.status).toBe(401)
    expect(getCode(again)).toBe('ticket-invalid')
    expect((await calls.look(token, id)).id).toBe(id)
  })

  test.each([
    ['unknown', UNKNOWN_TICKET, 'ticket-invalid'],
    ['too short', UNKNOWN_TICKET.slice(1), 'bad-request'],
    ['too long', `${UNKNOWN_TICKET}u`, 'bad-request'],
    ['with another alphabet', `${UNKNOWN_TICKET.slice(1)}%`, 'bad-request'],
    ['that is no text', 7, 'bad-request'],
  ])('is refused: %s', async (_, ticket, code) => {
    expect(getCode(await redeem(ticket))).toBe(code)
  })

  test('a client that guesses tickets shuts no member out', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const { ticket = '' } = await ticketFor(ada, id)
    const answers = await Promise.all(Array.from({ length: 230 }, () => redeem(UNKNOWN_TICKET)))
    expect(new Set(answers.map(getCode))).toEqual(new Set(['ticket-invalid']))
    expect((await redeem(ticket)).status).toBe(201)
  })

  test('a ticket appears in no log line', async () => {
    const { token, ticket } = await handedOver()
    const log = server.logLines.join('')
    expect(log).toContain('/api/session/ticket')
    for (const secret of [ticket, token]) expect(log).not.toContain(secret)
  })
})

describe('a ticket is not made', () => {
  test('where the operator offers no EVM wallets', async () => {
    const policy = 'off'
    const elsewhere = await world().startServer(policy)
    const token = await elsewhere.signIn()
    const { id } = await elsewhere.newAttempt(token)
    const response = await elsewhere.call('POST', `/api/attempts/${id}/ticket`, { token })
    expect(response.status).toBe(403)
    expect(getCode({ json: await response.json() })).toBe('evm-off')
    await elsewhere.close()
  })

  test('Ilya gets no ticket for Ada’s attempt', async () => {
    const ilya = await server.signIn(ILYA)
    const { id } = await server.newEvmAttempt(ada)
    const refused = await ask(ilya, id)
    expect(refused.status).toBe(404)
    expect(getCode(refused)).toBe('not-found')
  })

  test('for an attempt that is over, and for a TON attempt', async () => {
    const cancelled = await server.newEvmAttempt(ada)
    await server.call('DELETE', `/api/attempts/${cancelled.id}`, { token: ada })
    expect(getCode(await ask(ada, cancelled.id))).toBe('attempt-settled')
    const ton = await server.newAttempt(ada)
    expect(getCode(await ask(ada, ton.id))).toBe('bad-request')
    const expired = await server.newEvmAttempt(ada)
    server.clock.now += 10 * MINUTE_MS
    expect(getCode(await ask(ada, expired.id))).toBe('attempt-expired')
  })
})

describe('a session from a ticket', () => {
  test('a session survives a reload, also when the attempt has its outcome, and ends with its time', async () => {
    const { id, token } = await handedOver()
    const message = getMessage((await calls.fix(token, id, key)).json)
    await calls.prove(token, id, await key.signMessage({ message }))
    server.clock.now += 9 * MINUTE_MS
    expect((await calls.look(token, id)).state).toBe('linked')
    server.clock.now += MINUTE_MS
    const late = await calls.send('GET', `/api/attempts/${id}`, { token })
    expect(late.status).toBe(401)
    expect(getCode(late)).toBe('session-expired')
  })

  test('a session can be closed', async () => {
    const { id, token } = await handedOver()
    expect((await server.call('DELETE', '/api/session', { token })).status).toBe(204)
    const after = await calls.send('GET', `/api/attempts/${id}`, { token })
    expect(getCode(after)).toBe('session-expired')
  })

  test('a session for Ada’s attempt cannot touch Ilya’s', async () => {
    const ilya = await server.signIn(ILYA)
    const his = await server.newEvmAttempt(ilya)
    const { token } = await handedOver()
    expect(getCode(await calls.send('GET', `/api/attempts/${his.id}`, { token }))).toBe(
      'session-limited',
    )
    expect(getCode(await calls.fix(token, his.id, key))).toBe('session-limited')
    expect(getCode(await calls.prove(token, his.id, '0x'))).toBe('session-limited')
    expect((await calls.look(ilya, his.id)).state).toBe('created')
  })
})
