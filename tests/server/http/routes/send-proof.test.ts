import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ProblemSchema } from '#shared/problem.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { agree, placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import { findLinked, getFacts } from '../../proofs/proof-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
let ada: string
beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
})

const ask = (token: string, id: string) =>
  server.call('POST', `/api/wallets/${id}/proof`, { token })

const askForData = (token: string) => server.call('POST', '/api/export', { token })

async function getProblem(response: Response) {
  const { code, status } = v.parse(ProblemSchema, await response.json())
  return [status, code]
}

async function mayMessage() {
  return (await server.store.findUserByTelegramId(String(ADA.id)))?.mayMessage
}

describe('a member who takes a proof along', () => {
  test('the bot sends a document that verifies, and is known to reach the member', async () => {
    const { id } = await linkWallet(server, ada)
    const response = await ask(ada, id)
    expect([response.status, await response.text()]).toEqual([204, ''])
    const [sent, ...others] = server.files.proofs
    expect(others).toEqual([])
    expect(sent?.member.telegramId).toBe(String(ADA.id))
    const verdict = await verifyProof(JSON.stringify(sent?.document), { now: server.clock.now })
    expect(getFacts(verdict)).toMatchObject({ claim: { telegramId: String(ADA.id) } })
    expect(await mayMessage()).toBe(true)
  })

  test('where the bot may not write, the member gets an error, and the server remembers it', async () => {
    const { id } = await linkWallet(server, ada)
    await ask(ada, id)
    expect(await mayMessage()).toBe(true)
    server.files.answer({ outcome: 'forbidden' })
    expect(await getProblem(await ask(ada, id))).toEqual([403, 'proof-undeliverable'])
    expect(await mayMessage()).toBe(false)
  })

  test.each([
    [null, '5'],
    [6_400, '7'],
  ])(
    'a Telegram that does not take it is worth a retry after a while: %s',
    async (wait, header) => {
      const { id } = await linkWallet(server, ada)
      server.files.answer({ outcome: 'failed', retryAfterMs: wait })
      const response = await ask(ada, id)
      expect(response.headers.get('retry-after')).toBe(header)
      expect(await getProblem(response)).toEqual([503, 'share-failed'])
    },
  )

  test('attack: gets neither another member’s proof nor one that does not exist', async () => {
    const { id } = await linkWallet(server, ada)
    const ilya = await server.signIn(ILYA)
    for (const other of [id, 'w'.repeat(22)])
      expect(await getProblem(await ask(ilya, other))).toEqual([404, 'not-found'])
    const owner = await server.store.findUserByTelegramId(String(ADA.id))
    expect(await server.store.listHandedProofs(owner?.id ?? '')).toEqual([])
    expect(server.files.proofs).toEqual([])
  })

  test('attack: asks for files without end; only a few are sent in a row', async () => {
    const { id } = await linkWallet(server, ada)
    const statuses: number[] = []
    for (let round = 0; round < 7; round += 1) statuses.push((await ask(ada, id)).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
    expect(server.files.proofs).toHaveLength(5)
  })

  test('a link without a proof says so, and nothing is sent', async () => {
    const ilya = await server.signIn(ILYA)
    await linkWallet(server, ada)
    const { code } = await start(server, ada, await placeMultisig(server, tonMultisig([1, 2, 3])))
    await agree(server, ada, { code, seed: 1 })
    await agree(server, ilya, { code, seed: 2 })
    const { id } = await findLinked(server, ada)
    expect(await getProblem(await ask(ada, id))).toEqual([404, 'proof-missing'])
    expect(server.files.proofs).toEqual([])
  })
})

describe('a member who takes their data along', () => {
  test('the bot sends what the app shows, as a file', async () => {
    const { id } = await linkWallet(server, ada)
    expect((await askForData(ada)).status).toBe(204)
    const [sent, ...others] = server.files.others
    expect(others).toEqual([])
    expect(sent?.member.telegramId).toBe(String(ADA.id))
    expect(sent).toMatchObject({
      kind: 'data',
      document: { user: { telegramId: String(ADA.id) }, wallets: [{ id }] },
    })
  })

  test('attack: files of every kind count together', async () => {
    const { id } = await linkWallet(server, ada)
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await ask(ada, id)).status, (await askForData(ada)).status)
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  })
})
