import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { type ProofDocument, ProofDocumentSchema } from '#proof/document.ts'
import { proofDigest } from '#proof/proof-digest.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { agree, placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import { findLinked, readProof } from '../../proofs/proof-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
let ada: string
let walletId: string
beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
  walletId = (await linkWallet(server, ada)).id
})

const LATER_MS = 90_000

async function takeDocument(id = walletId): Promise<ProofDocument> {
  return v.parse(ProofDocumentSchema, await (await readProof(server, id)).json())
}

const ask = (document: ProofDocument) => server.call('GET', `/proofs/${proofDigest(document)}`)

async function getStatus(document: ProofDocument): Promise<unknown> {
  const response = await ask(document)
  return response.ok ? response.json() : response.status
}

const isoNow = () => new Date(server.clock.now).toISOString()

describe('the status of a proof', () => {
  test('is linked since it was proven: without session and identity, for every page and for a minute', async () => {
    const linkedAt = isoNow()
    const document = await takeDocument()
    server.clock.now += LATER_MS
    const response = await ask(document)
    expect(await response.json()).toEqual({ status: 'linked', since: linkedAt })
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(server.logLines.join('')).not.toContain(proofDigest(document))
  })

  test('is ended since the wallet was unlinked, and still so after it is linked again', async () => {
    const document = await takeDocument()
    server.clock.now += LATER_MS
    await server.call('DELETE', `/api/wallets/${walletId}`, { token: ada })
    const ended = { status: 'ended', since: isoNow() }
    expect(await getStatus(document)).toEqual(ended)
    server.clock.now += LATER_MS
    const again = await takeDocument((await linkWallet(server, ada)).id)
    expect(await getStatus(document)).toEqual(ended)
    expect(await getStatus(again)).toEqual({ status: 'linked', since: isoNow() })
  })

  test('is ended since a newer proof took its place', async () => {
    const document = await takeDocument()
    server.clock.now += LATER_MS
    await linkWallet(server, ada)
    expect(await getStatus(document)).toEqual({ status: 'ended', since: isoNow() })
    expect(await getStatus(await takeDocument())).toMatchObject({ status: 'linked' })
  })

  test('is stale since the multisig no longer stands behind it', async () => {
    const { id, document } = await linkMultisig()
    server.clock.now += LATER_MS
    const link = (await server.store.findProof(id))?.wallet
    if (!link) throw new Error('the multisig is not linked')
    await server.store.markStale({ wallet: link, reason: 'owners-changed' }, server.clock.now)
    expect(await getStatus(document)).toEqual({ status: 'stale', since: isoNow() })
  })

  test('is ended since an owner deleted everything and is withheld from it', async () => {
    const { document, ilya } = await linkMultisig()
    server.clock.now += LATER_MS
    await server.call('DELETE', '/api/me', { token: ilya })
    expect(await getStatus(document)).toEqual({ status: 'ended', since: isoNow() })
  })
})

/** Of Ada and Ilya, who both show themselves. */
async function linkMultisig() {
  const ilya = await server.signIn(ILYA)
  const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
  const { code } = await start(server, ada, multisig)
  await agree(server, ada, { code, seed: 1, showsName: true })
  await agree(server, ilya, { code, seed: 2, showsName: true })
  const { id } = await findLinked(server, ada)
  return { id, ilya, document: await takeDocument(id) }
}

test('what is kept of handed out proofs is in the export of the member, and of nobody else', async () => {
  const ended = await takeDocument()
  server.clock.now += LATER_MS
  await linkWallet(server, ada)
  const linked = await takeDocument()
  const list = async (token: string) =>
    v.parse(exportMe.response, await (await server.call('GET', exportMe.path, { token })).json())
      .proofs
  expect(new Set(await list(ada))).toEqual(
    new Set([
      { digest: proofDigest(ended), endedAt: isoNow() },
      { digest: proofDigest(linked), endedAt: null },
    ]),
  )
  expect(await list(await server.signIn(ILYA))).toEqual([])
})

describe('a digest of which nothing is known', () => {
  test.each([
    ['of nobody', 'A'.repeat(43)],
    ['with stray bits', 'B'.repeat(43)],
    ['too short', 'A'.repeat(42)],
    ['that is none', '%00'],
  ])('%s is not found, and pages may read that', async (_, digest) => {
    const response = await server.call('GET', `/proofs/${digest}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({ code: 'not-found' })
  })

  test('a proof that was never handed out is not found', async () => {
    const stored = await server.store.findProof(walletId)
    if (!stored) throw new Error('the wallet is not linked')
    const { telegramId, evidence } = stored
    const wallet = `tvm:-239:${stored.wallet.address.replace(':', '%3A')}`
    const document = { format: 'clasp-proof/1', telegramId, wallet, evidence } as const
    expect(await getStatus(document)).toBe(404)
    await takeDocument()
    expect(await getStatus(document)).toMatchObject({ status: 'linked' })
  })

  test('deleting everything leaves nothing to ask for: linked, and ended long ago', async () => {
    const ended = await takeDocument()
    await linkWallet(server, ada)
    const linked = await takeDocument()
    await server.call('DELETE', '/api/me', { token: ada })
    expect([await getStatus(ended), await getStatus(linked)]).toEqual([404, 404])
  })
})

test('attack: one address asks for all digests that it can think of, and is held up', async () => {
  const behindOne = await openTestServer({ address: '198.51.7.4' })
  onTestFinished(() => behindOne.close())
  const asked = await Promise.all(
    Array.from({ length: 250 }, () => behindOne.call('GET', `/proofs/${'A'.repeat(43)}`)),
  )
  const statuses = new Set(asked.map(({ status }) => status))
  expect(statuses).toEqual(new Set([404, 429]))
  for (const { headers } of asked) expect(headers.get('access-control-allow-origin')).toBe('*')
})
