import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { AttemptSchema } from '#shared/attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getMe } from '#shared/api/get-me.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import { linkWallet, proofFor } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getCode } from '../http/evm-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
/** Ada on her phone, and on her computer. */
let phone: string
let computer: string

beforeEach(async () => {
  server = await openTestServer({ evm: 'in-app', tonText: 'offer' })
  phone = await server.signIn(ADA)
  computer = await server.signIn(ADA)
})

async function underWay(token: string) {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).attempt
}

const report = (token: string, id: string, body: object) =>
  server.call('PATCH', `/api/attempts/${id}`, { token, body })

const prove = (token: string, id: string, body: object) =>
  server.call('POST', `/api/attempts/${id}/proof`, { token, body })

/** A wallet has been opened for an attempt. */
async function opened(token: string) {
  const attempt = await server.newAttempt(token)
  await report(token, attempt.id, { state: 'awaiting-wallet' })
  return attempt
}

describe('a second device', () => {
  test('a second device sees the attempt for which a wallet was opened on the first', async () => {
    const { id, expiresAt } = await opened(phone)
    const summary = {
      id,
      confirmsCode: null,
      family: 'ton',
      state: 'awaiting-wallet',
      requestCode: null,
      expiresAt,
    }
    expect(await underWay(computer)).toEqual(summary)
  })

  test('a second device sees no attempt that was merely made, is over, or out of time', async () => {
    const { id } = await server.newAttempt(phone)
    expect(await underWay(computer)).toBeNull()
    await report(phone, id, { state: 'awaiting-wallet' })
    await report(phone, id, { state: 'failed', errorCode: 'wallet-rejected' })
    expect(await underWay(computer)).toBeNull()
    await opened(phone)
    server.clock.now += TON_ATTEMPT_TTL_MS
    expect(await underWay(computer)).toBeNull()
  })

  test('a second device sees an attempt that waits for a signature, and one that waits for another holder', async () => {
    const evm = await server.newEvmAttempt(phone)
    const account = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 1 }
    await server.call('PUT', `/api/attempts/${evm.id}/account`, { token: phone, body: account })
    expect(await underWay(computer)).toMatchObject({ id: evm.id, state: 'awaiting-signature' })
    await linkWallet(server, await server.signIn(ILYA), 7)
    server.clock.now += 1
    const { id, payload } = await server.newAttempt(phone)
    await prove(phone, id, proofFor(server, { payload, seed: 7 }))
    expect(await underWay(computer)).toMatchObject({ id, state: 'awaiting-consent' })
  })

  test('a second device sees nothing of another member’s attempt', async () => {
    await opened(phone)
    expect(await underWay(await server.signIn(ILYA))).toBeNull()
  })

  test('links exactly one wallet when both devices prove at the same moment, and both see which', async () => {
    const { id, payload } = await opened(phone)
    const answers = await Promise.all([
      prove(phone, id, proofFor(server, { payload, seed: 1 })),
      prove(computer, id, proofFor(server, { payload, seed: 2 })),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const seen = await Promise.all([phone, computer].map((token) => look(token, id)))
    expect(seen[0]).toMatchObject({ state: 'linked', wallet: { family: 'ton' } })
    expect(seen[1]).toEqual(seen[0])
    const me = await server.call('GET', '/api/me', { token: phone })
    expect(v.parse(getMe.response, await me.json()).wallets).toHaveLength(1)
  })

  test('either the proof or the cancelling holds, for both devices', async () => {
    const { id, payload } = await opened(phone)
    const [proof] = await Promise.all([
      prove(phone, id, proofFor(server, { payload, seed: 1 })),
      server.call('DELETE', `/api/attempts/${id}`, { token: computer }),
    ])
    const { state, wallet } = await look(computer, id)
    expect(state).toBe(proof.status === 201 ? 'linked' : 'cancelled')
    expect(wallet !== null).toBe(proof.status === 201)
  })
})

async function look(token: string, id: string) {
  const response = await server.call('GET', `/api/attempts/${id}`, { token })
  return v.parse(AttemptSchema, await response.json())
}

async function ticketSession() {
  const { id } = await server.newEvmAttempt(phone)
  await report(phone, id, { state: 'awaiting-wallet' })
  const made = await server.call('POST', `/api/attempts/${id}/ticket`, { token: phone })
  const { ticket } = v.parse(createTicket.response, await made.json())
  const answer = await server.call('POST', '/api/session/ticket', { body: { ticket } })
  return { id, ...v.parse(openTicketSession.response, await answer.json()) }
}

describe('a ticket where wallets are connected in the app', () => {
  test('a ticket becomes a session for its one attempt', async () => {
    const { id, attemptId, token } = await ticketSession()
    expect(attemptId).toBe(id)
    expect((await look(token, id)).id).toBe(id)
  })

  test('attack: its session asks what else is under way', async () => {
    const { token } = await ticketSession()
    await opened(phone)
    const answer = await server.call('GET', '/api/me', { token })
    expect(answer.status).toBe(403)
    expect(getCode({ json: await answer.json() })).toBe('session-limited')
  })

  test('is refused where the operator offers no EVM wallets', async () => {
    const off = await openTestServer({ evm: 'off' })
    const token = await off.signIn(ADA)
    const { id } = await off.newAttempt(token)
    const answer = await off.call('POST', `/api/attempts/${id}/ticket`, { token })
    expect(answer.status).toBe(403)
    await off.close()
  })
})
