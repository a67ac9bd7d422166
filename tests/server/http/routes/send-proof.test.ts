import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ProblemSchema } from '#shared/problem.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { ALICE, BOB, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { agree, placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import { findLinked, getFacts } from '../../proofs/proof-harness.ts'

let server: TestServer
let alice: string
beforeEach(async () => {
  server = await startTestServer()
  alice = await server.signIn(ALICE)
})
afterEach(() => server.close())

const ask = (token: string, id: string) =>
  server.call('POST', `/api/wallets/${id}/proof`, { token })

const askForData = (token: string) => server.call('POST', '/api/export', { token })

async function getProblem(response: Response) {
  const { code, status } = v.parse(ProblemSchema, await response.json())
  return [status, code]
}

async function mayMessage() {
  return (await server.store.findUserByTelegramId(String(ALICE.id)))?.mayMessage
}

describe('a member who takes a proof along', () => {
  test('the bot sends a document that verifies, and is known to reach the member', async () => {
    const { id } = await linkWallet(server, alice)
    const response = await ask(alice, id)
    expect([response.status, await response.text()]).toEqual([204, ''])
    const [sent, ...others] = server.files.proofs
    expect(others).toEqual([])
    expect(sent?.member.telegramId).toBe(String(ALICE.id))
    const verdict = await verifyProof(JSON.stringify(sent?.document), { now: server.clock.now })
    expect(getFacts(verdict)).toMatchObject({ claim: { telegramId: String(ALICE.id) } })
    expect(await mayMessage()).toBe(true)
  })

  test('where the bot may not write, the member gets an error, and the server remembers it', async () => {
    const { id } = await linkWallet(server, alice)
    server.files.answer({ outcome: 'forbidden' })
    expect(await getProblem(await ask(alice, id))).toEqual([403, 'proof-undeliverable'])
    expect(await mayMessage()).toBe(false)
  })

  test.each([
    [null, '5'],
    [6_400, '7'],
  ])(
    'a Telegram that does not take it is worth a retry after a while: %s',
    async (wait, header) => {
      const { id } = await linkWallet(server, alice)
      server.files.answer({ outcome: 'failed', retryAfterMs: wait })
      const response = await ask(alice, id)
      expect(response.headers.get('retry-after')).toBe(header)
      expect(await getProblem(response)).toEqual([503, 'share-failed'])
    },
  )

  test('attack: another member’s proof, or one that does not exist', async () => {
    const { id } = await linkWallet(server, alice)
    const bob = await server.signIn(BOB)
    for (const other of [id, 'w'.repeat(22)])
      expect(await getProblem(await ask(bob, other))).toEqual([404, 'not-found'])
    expect(server.files.proofs).toEqual([])
  })

  test('attack: files without end; only a few are sent in a row', async () => {
    const { id } = await linkWallet(server, alice)
    const statuses: number[] = []
    for (let round = 0; round < 7; round += 1) statuses.push((await ask(alice, id)).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
    expect(server.files.proofs).toHaveLength(5)
  })

  test('a link without a proof says so, and nothing is sent', async () => {
    const bob = await server.signIn(BOB)
    await linkWallet(server, alice)
    const { code } = await start(server, alice, await placeMultisig(server, tonMultisig([1, 2, 3])))
    await agree(server, alice, { code, seed: 1 })
    await agree(server, bob, { code, seed: 2 })
    const { id } = await findLinked(server, alice)
    expect(await getProblem(await ask(alice, id))).toEqual([404, 'proof-missing'])
    expect(server.files.proofs).toEqual([])
  })
})

describe('a member who takes their data along', () => {
  test('the bot sends what the app shows, as a file', async () => {
    const { id } = await linkWallet(server, alice)
    expect((await askForData(alice)).status).toBe(204)
    const [sent, ...others] = server.files.others
    expect(others).toEqual([])
    expect(sent?.member.telegramId).toBe(String(ALICE.id))
    expect(sent).toMatchObject({
      kind: 'data',
      document: { user: { telegramId: String(ALICE.id) }, wallets: [{ id }] },
    })
  })

  test('where the bot may not write, the member gets an error, and the server remembers it', async () => {
    server.files.answer({ outcome: 'forbidden' })
    expect(await getProblem(await askForData(alice))).toEqual([403, 'proof-undeliverable'])
    expect(await mayMessage()).toBe(false)
  })

  test('attack: files of every kind count together', async () => {
    const { id } = await linkWallet(server, alice)
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await ask(alice, id)).status, (await askForData(alice)).status)
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  })
})
