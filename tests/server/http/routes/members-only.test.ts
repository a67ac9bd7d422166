import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { checkMembership } from '#server/requests/membership.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { linkWallet, proofFor } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  answer,
  getBody,
  enterGroup,
  HARBOUR,
  look,
  made,
  MARINA,
  getProblem,
  send,
} from '../requesting-harness.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'

/** Ada runs the Harbour club, Ilya is a member of it, and Negar runs the Marina club. */
let server: TestServer
let ilya: string
let negar: string
/** A request for members of the Harbour club. */
let code: string

beforeEach(async () => {
  server = await openTestServer()
  const ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
  negar = await server.signIn(NEGAR)
  const { id: chatId } = await enterGroup(server, { administrator: ADA })
  server.telegram.addGroup({ ...HARBOUR, administrators: [ADA.id], members: [ILYA.id] })
  server.telegram.addGroup({ ...MARINA, administrators: [NEGAR.id] })
  ;({ code } = await made(server, ada, { chatId, membersOnly: true }))
  server.telegram.queries.length = 0
})

async function begin(token: string) {
  const body = { family: 'ton', requestCode: code }
  return server.call('POST', '/api/attempts', { token, body })
}

/** The attempt of a wallet that will answer the request. */
async function startAttempt(token: string) {
  return v.parse(TonAttemptSchema, await (await begin(token)).json())
}

function prove(token: string, { id, payload }: { id: string; payload: string }) {
  const body = proofFor(server, { payload, seed: 1 })
  return server.call('POST', `/api/attempts/${id}/proof`, { token, body })
}

const getWallets = async (token: string) =>
  (await getBody(await send(server, getMe, { token }), getMe)).wallets

describe('an answer of a linked wallet', () => {
  test('counts when a member gives it', async () => {
    const { id: walletId } = await linkWallet(server, ilya)
    expect((await answer(server, ilya, { code, walletId })).status).toBe(200)
    expect((await look(server, ilya, code)).answer).toMatchObject({ walletId })
  })

  test('attack: of somebody who is not in the chat is refused, whatever other chat they run', async () => {
    const { id: walletId } = await linkWallet(server, negar)
    expect(await getProblem(await answer(server, negar, { code, walletId }))).toBe('members-only')
    expect((await look(server, negar, code)).answer).toBeNull()
  })

  test('attack: the code of another chat names that chat, and is asked about in that chat', async () => {
    const seen = await look(server, negar, code)
    expect(seen).toMatchObject({ chat: { title: HARBOUR.title }, membersOnly: true })
    const { id: walletId } = await linkWallet(server, negar)
    await answer(server, negar, { code, walletId })
    expect(server.telegram.queries).toEqual([{ method: 'isMember', chat: HARBOUR.id }])
  })

  test('is refused from somebody who has left the chat', async () => {
    const { id: walletId } = await linkWallet(server, ilya)
    server.telegram.leave(HARBOUR.id, ILYA.id)
    expect(await getProblem(await answer(server, ilya, { code, walletId }))).toBe('members-only')
  })

  test('an answer waits while Telegram does not answer, and nothing is lost', async () => {
    const { id: walletId } = await linkWallet(server, ilya)
    server.telegram.goAway()
    const refused = await answer(server, ilya, { code, walletId })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('membership-unknown')
    expect((await look(server, ilya, code)).answer).toBeNull()
    server.telegram.comeBack()
    expect((await answer(server, ilya, { code, walletId })).status).toBe(200)
  })

  test('an answer waits when the bot was removed from the chat without a notification', async () => {
    const { id: walletId } = await linkWallet(server, ilya)
    server.telegram.removeBot(HARBOUR.id)
    expect(await getProblem(await answer(server, ilya, { code, walletId }))).toBe(
      'membership-unknown',
    )
  })

  test('is refused for a request that is over as such, without a query to Telegram', async () => {
    const { id: walletId } = await linkWallet(server, negar)
    server.clock.now += 3_600_000
    expect(await getProblem(await answer(server, negar, { code, walletId }))).toBe('request-closed')
    expect(server.telegram.queries).toEqual([])
  })

  test('attack: is refused from an outsider when it is under way while the maker extends an ended request', async () => {
    const ended = await server.store.findRequest(code)
    if (ended === undefined) throw new Error('no request')
    const chats = { isMember: () => Promise.resolve('no' as const) }
    const now = () => ended.expiresAt
    const outsider = { telegramId: String(NEGAR.id) }
    expect(await checkMembership(outsider, ended, { chats, now })).toBe('request-closed')
  })

  test('is asked about by the chat’s new id once the group became a supergroup', async () => {
    const moved = '-1002000000009'
    const { id: walletId } = await linkWallet(server, ilya)
    server.telegram.removeBot(HARBOUR.id)
    server.telegram.addGroup({ ...HARBOUR, id: moved, members: [ILYA.id] })
    const to = { telegramId: moved, title: HARBOUR.title }
    await server.store.moveChat(HARBOUR.id, to, server.clock.now)
    expect((await answer(server, ilya, { code, walletId })).status).toBe(200)
    expect(server.telegram.queries).toEqual([{ method: 'isMember', chat: moved }])
  })

  test('a member who has left since can take an answer back, also while Telegram does not answer', async () => {
    const { id: walletId } = await linkWallet(server, ilya)
    await answer(server, ilya, { code, walletId })
    server.telegram.leave(HARBOUR.id, ILYA.id)
    server.telegram.goAway()
    const response = await server.call('DELETE', `/api/requests/${code}/answer`, { token: ilya })
    expect(response.status).toBe(200)
    expect((await look(server, ilya, code)).answer).toBeNull()
  })
})

describe('a wallet that is linked for the request', () => {
  test('a linked wallet answers the request when its holder is a member', async () => {
    expect((await prove(ilya, await startAttempt(ilya))).status).toBe(201)
    expect((await look(server, ilya, code)).answer).not.toBeNull()
  })

  test('attack: of somebody who is not in the chat does not even start', async () => {
    expect(await getProblem(await begin(negar))).toBe('members-only')
  })

  test('is linked though its holder leaves the chat meanwhile, without an answer', async () => {
    const attempt = await startAttempt(ilya)
    server.telegram.leave(HARBOUR.id, ILYA.id)
    expect((await prove(ilya, attempt)).status).toBe(201)
    expect((await look(server, ilya, code)).answer).toBeNull()
    const [wallet] = await getWallets(ilya)
    const refused = await answer(server, ilya, { code, walletId: wallet?.id ?? '' })
    expect(await getProblem(refused)).toBe('members-only')
  })

  test('is linked while Telegram does not answer, and answers with a tap a moment later', async () => {
    server.telegram.goAway()
    expect((await prove(ilya, await startAttempt(ilya))).status).toBe(201)
    expect((await look(server, ilya, code)).answer).toBeNull()
    server.telegram.comeBack()
    const [wallet] = await getWallets(ilya)
    expect((await answer(server, ilya, { code, walletId: wallet?.id ?? '' })).status).toBe(200)
  })

  test('attack: and comes from another account with consent, answers only at that member’s own tap', async () => {
    await linkWallet(server, negar)
    const attempt = await startAttempt(ilya)
    expect((await prove(ilya, attempt)).status).toBe(202)
    server.telegram.leave(HARBOUR.id, ILYA.id)
    await server.call('POST', `/api/consents/${attempt.id}`, {
      token: negar,
      body: { answer: 'move' },
    })
    const [wallet] = await getWallets(ilya)
    expect(wallet).toBeDefined()
    expect((await look(server, ilya, code)).answer).toBeNull()
    const refused = await answer(server, ilya, { code, walletId: wallet?.id ?? '' })
    expect(await getProblem(refused)).toBe('members-only')
  })
})
