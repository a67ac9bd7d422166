import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { Evidence } from '#proof/document.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { getMe } from '#shared/api/get-me.ts'
import { listEvents } from '#shared/api/host/host-event.ts'
import { accountId } from '#proof/account-id.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { AttemptSchema } from '#shared/attempt.ts'
import { linkWallet, proofFor, textFor } from '#tests/support/link-wallet.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import { linkedWallet, sampleAttempt, sampleLink } from '#tests/support/store-samples.ts'
import { DOMAIN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner, type TonSignerKind } from '#tests/support/ton-signer.ts'
import { agree, placeMultisig, start, tonMultisig, TREASURY } from '../http/multisig-harness.ts'
import { getFacts, getResults, findLinked, readProof, verifyLink } from './proof-harness.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'

let server: TestServer
let ada: string
let ilya: string

async function startWith(options?: Parameters<typeof openTestServer>[0]): Promise<void> {
  server = await openTestServer(options)
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
}
beforeEach(() => startWith())

const PASSED = { 'state-init': 'passed', key: 'passed', signature: 'passed', time: 'passed' }

async function post(token: string, path: string, body: unknown) {
  const response = await server.call('POST', path, { token, body })
  return { status: response.status, attempt: v.parse(AttemptSchema, await response.json()) }
}

/** Links a wallet of this kind. */
async function link(kind: TonSignerKind, network: '-239' | '-3' = '-239') {
  const signer = createTonSigner({ kind, seed: new Uint8Array(32).fill(5), network })
  const { id, payload } = await server.newAttempt(ada)
  const timestamp = Math.floor(server.clock.now / 1_000)
  const proof = signer.sign({ domain: DOMAIN, payload, timestamp })
  const { status, attempt } = await post(ada, `/api/attempts/${id}/proof`, proof)
  expect(status).toBe(201)
  return { signer, walletId: attempt.wallet?.id ?? '' }
}

async function getCode(response: Response) {
  return v.parse(HostProblemSchema, await response.json()).code
}

describe('the proof of a TON wallet', () => {
  test.each(['v3r2', 'v4r2', 'v5r1'] as const)(
    'a link of a %s by ton_proof verifies for anyone, and for this account alone',
    async (kind) => {
      const { signer, walletId } = await link(kind)
      const text = await (await readProof(server, walletId)).text()
      const verdict = await verifyProof(text, { now: server.clock.now })
      expect(getResults(verdict)).toEqual(PASSED)
      expect(getFacts(verdict)).toMatchObject({
        claim: {
          type: 'ton-proof',
          telegramId: String(ADA.id),
          wallet: accountId({ family: 'ton', network: '-239', address: signer.address }),
          word: 'key',
        },
        site: { domain: DOMAIN },
      })
      for (const [name, forged] of [
        ['account', text.replaceAll(String(ADA.id), String(ILYA.id))],
        ['network', text.replace('tvm:-239', 'tvm:-3')],
        ['domain', text.replace(DOMAIN, 'app.example.net')],
      ] as const)
        expect([name, getFacts(await verifyProof(forged, { now: server.clock.now }))]).toEqual([
          name,
          null,
        ])
    },
  )

  test('a key that the chain named is in the proof with its block, and only the chain can confirm it', async () => {
    const { address, publicKey } = createTonSigner({
      kind: 'WalletTg',
      seed: new Uint8Array(32).fill(5),
      network: '-239',
    })
    const block = { seqno: 4_711 }
    server.tonChain.setAccount(address, { status: 'active', publicKey, block }, true)
    const { walletId } = await link('WalletTg')
    const response = await readProof(server, walletId)
    const proof: unknown = await response.clone().json()
    const chainKey = { publicKey: Buffer.from(publicKey).toString('hex'), deployed: true, block }
    expect(proof).toMatchObject({ evidence: { chainKey } })
    const verdict = await verifyProof(await response.text(), { now: server.clock.now })
    expect(getResults(verdict)).toEqual({ ...PASSED, key: 'open' })
    expect(verdict.verdict).toBe('open')
  })

  test('the payload of an attempt is a commitment, not the stored nonce, and the text has the same', async () => {
    const { id, payload, message } = await server.newAttempt(ada)
    const me = await server.store.findUserByTelegramId(String(ADA.id))
    const stored = await server.store.findAttempt(id, me?.id ?? '', server.clock.now)
    expect(payload).toMatch(/^[\w-]{43}$/)
    expect(payload).not.toBe(stored?.nonce)
    expect(message).toContain(`\nNonce: ${payload}\n`)
    const body = proofFor(server, { payload: stored?.nonce ?? '', seed: 1 })
    const refused = await server.call('POST', `/api/attempts/${id}/proof`, { token: ada, body })
    expect(await refused.json()).toMatchObject({ code: 'ton-payload-mismatch' })
  })

  test('a text that raises a link replaces its proof by one whose text names the account', async () => {
    const attempt = await server.newAttempt(ada)
    const body = proofFor(server, { payload: attempt.payload, seed: 1 })
    await post(ada, `/api/attempts/${attempt.id}/proof`, body)
    const text = textFor(server, { text: attempt.message ?? '', seed: 1 })
    const { attempt: raised } = await post(ada, `/api/attempts/${attempt.id}/text`, text)
    const verdict = await verifyLink(server, raised.wallet?.id ?? '')
    expect(getResults(verdict)).toEqual({ text: 'passed', ...PASSED })
    expect(getFacts(verdict)).toMatchObject({
      claim: { type: 'ton-text', telegramId: String(ADA.id) },
    })
  })

  test('a wallet that moves by consent takes its proof along, for its new member, at a host with an underscore too', async () => {
    await startWith({ publicUrl: 'https://my_app.example.com' })
    const former = await linkWallet(server, ada)
    const { id, payload } = await server.newAttempt(ilya)
    const body = proofFor(server, { payload, seed: 1 })
    const { status } = await post(ilya, `/api/attempts/${id}/proof`, body)
    expect(status).toBe(202)
    const answer = { token: ada, body: { answer: 'move' } }
    expect((await server.call('POST', `/api/consents/${id}`, answer)).status).toBe(204)
    const moved = await findLinked(server, ilya)
    const verdict = await verifyLink(server, moved.id)
    expect(getFacts(verdict)).toMatchObject({
      claim: { telegramId: String(ILYA.id) },
      site: { domain: 'my_app.example.com' },
    })
    expect(await getCode(await readProof(server, former.id))).toBe('not-found')
  })

  test('unlinking deletes the proof, and a proof of the same wallet later is another one', async () => {
    const { id } = await linkWallet(server, ada)
    const first = await (await readProof(server, id)).text()
    expect(await (await readProof(server, (await linkWallet(server, ada)).id)).text()).not.toBe(
      first,
    )
    await server.call('DELETE', `/api/wallets/${id}`, { token: ada })
    expect(await getCode(await readProof(server, id))).toBe('not-found')
    expect(await server.store.findProof(id)).toBeUndefined()
  })

  test('nothing of a proof is in the log or in an event', async () => {
    const { id } = await linkWallet(server, ada)
    const proof = await server.store.findProof(id)
    if (proof?.evidence?.type !== 'ton-proof') throw new Error('there is no proof')
    const token = await server.newKey()
    const events = await (await server.call('GET', '/v1/events', { token })).text()
    for (const output of [events, server.logLines.join('')])
      for (const secret of [
        proof.evidence.signature,
        proof.evidence.nonce,
        'stateInit',
        'evidence',
      ])
        expect(output).not.toContain(secret)
  })

  test('attack: a link forged in the database has a document that does not verify', async () => {
    const { evidence } = (await server.store.findProof((await linkWallet(server, ada)).id)) ?? {}
    const userId = (await server.store.findUserByTelegramId(String(ILYA.id)))?.id ?? ''
    const forge = async (proof: Evidence) => {
      const attemptId = await sampleAttempt(server.store, userId, { now: server.clock.now })
      const link = { ...sampleLink({ attemptId, userId }), proof, now: server.clock.now }
      return linkedWallet(await server.store.linkWallet(link)).id
    }
    if (!evidence) throw new Error('there is no proof')
    for (const proof of [evidence, sampleProof()]) {
      const verdict = await verifyLink(server, await forge(proof))
      expect(verdict.verdict).toBe('refused')
    }
  })

  test('the operator’s code reads the wallet under the name that its proof has', async () => {
    const { id, address } = await linkWallet(server, ada)
    const token = await server.newKey()
    const events = await server.call('GET', '/v1/events', { token })
    const account = `tvm:-239:${address.replace(':', '%3A')}`
    expect(v.parse(listEvents.response, await events.json()).data).toMatchObject([
      { data: { wallet: { id, account } } },
    ])
    expect(await (await readProof(server, id)).json()).toMatchObject({ wallet: account })
  })
})

/** Ada and Ilya agree as two of three signers. */
async function linkTreasury(ilyaShows: boolean) {
  await linkWallet(server, ada)
  const multisig = tonMultisig([1, 2, 3], { block: { seqno: 4_712 } })
  const { code } = await start(server, ada, await placeMultisig(server, multisig))
  await agree(server, ada, { code, seed: 1, showsName: true })
  await agree(server, ilya, { code, seed: 2, showsName: ilyaShows })
  return {
    ofAda: (await findLinked(server, ada)).id,
    ofIlya: (await findLinked(server, ilya)).id,
  }
}

describe('the proof of a TON multisig', () => {
  test('a quorum verifies for each member who agreed, with both agreements', async () => {
    const { ofAda, ofIlya } = await linkTreasury(true)
    for (const [id, { id: telegramId }] of [
      [ofAda, ADA],
      [ofIlya, ILYA],
    ] as const) {
      const verdict = await verifyLink(server, id)
      expect(getResults(verdict)).toEqual({
        agreements: 'passed',
        owners: 'open',
        'owners-now': 'open',
        time: 'passed',
      })
      expect(getFacts(verdict)).toMatchObject({
        claim: {
          type: 'quorum',
          telegramId: String(telegramId),
          wallet: accountId({ family: 'ton', network: '-239', address: TREASURY }),
          owners: { signed: 2, of: 3, needed: 2 },
        },
      })
    }
    expect(await (await readProof(server, ofAda)).json()).toMatchObject({
      evidence: { block: { seqno: 4_712 }, threshold: 2 },
    })
  })

  test('an owner who does not show their name is withheld, and too few who do are no proof', async () => {
    const { ofAda, ofIlya } = await linkTreasury(false)
    expect(await getCode(await readProof(server, ofAda))).toBe('proof-missing')
    const stored = await server.store.findProof(ofAda)
    expect(stored?.evidence).toMatchObject({ type: 'quorum' })
    expect(JSON.stringify(stored?.evidence)).not.toContain(String(ILYA.id))
    expect(getFacts(await verifyLink(server, ofIlya))).toMatchObject({
      claim: { owners: { signed: 2, of: 3, needed: 2 } },
    })
  })

  test('texts agree, too: each names its signer’s account and the multisig', async () => {
    await startWith({ tonText: 'require' })
    const linkByText = async (token: string, seed: number, cosign?: { code: string }) => {
      const body = { family: 'ton', ...(cosign && { cosign: { ...cosign, showsName: true } }) }
      const { attempt } = await post(token, '/api/attempts', body)
      if (attempt.family !== 'ton') throw new Error('a TON attempt was asked for')
      const proof = proofFor(server, { payload: attempt.payload, seed })
      const { attempt: asked } = await post(token, `/api/attempts/${attempt.id}/proof`, proof)
      const text = textFor(server, { text: asked.message ?? '', seed })
      return post(token, `/api/attempts/${attempt.id}/text`, text)
    }
    await linkByText(ada, 1)
    const { code } = await start(server, ada, await placeMultisig(server, tonMultisig([1, 2, 3])))
    await linkByText(ada, 1, { code })
    await linkByText(ilya, 2, { code })
    const verdict = await verifyLink(server, (await findLinked(server, ilya)).id)
    expect(getResults(verdict)).toMatchObject({ agreements: 'passed' })
  })

  test.each(['signer', 'starter'] as const)(
    'a %s who deletes everything is withheld from the proofs of others, which then prove nothing',
    async (leaver) => {
      const { ofAda, ofIlya } = await linkTreasury(true)
      const [token, gone, kept] =
        leaver === 'signer' ? [ilya, ILYA, ofAda] : ([ada, ADA, ofIlya] as const)
      await server.call('DELETE', '/api/me', { token })
      const stored = await server.store.findProof(kept)
      expect(stored?.evidence).toMatchObject({ type: 'quorum' })
      expect(JSON.stringify(stored?.evidence)).not.toContain(String(gone.id))
      expect(await getCode(await readProof(server, kept))).toBe('proof-missing')
    },
  )

  test('the proof of a quorum stays as it is when somebody else deletes everything', async () => {
    const { ofIlya } = await linkTreasury(true)
    await server.call('DELETE', '/api/me', { token: ada })
    const before = await server.store.findProof(ofIlya)
    expect(before?.evidence).toMatchObject({ type: 'quorum' })
    await server.call('DELETE', '/api/me', { token: await server.signIn(NEGAR) })
    expect(await server.store.findProof(ofIlya)).toEqual(before)
    expect(JSON.stringify(before?.evidence)).toContain(String(ILYA.id))
  })

  test('a signer who leaves after the starter is withheld, although no cosigning shows who agreed', async () => {
    const negar = await server.signIn(NEGAR)
    await linkWallet(server, ada)
    const multisig = tonMultisig([1, 2, 3], { threshold: 3 })
    const { code } = await start(server, ada, await placeMultisig(server, multisig))
    for (const [token, seed] of [
      [ada, 1],
      [ilya, 2],
      [negar, 3],
    ] as const)
      await agree(server, token, { code, seed, showsName: true })
    const { id } = await findLinked(server, negar)
    for (const token of [ada, ilya]) await server.call('DELETE', '/api/me', { token })
    const stored = JSON.stringify((await server.store.findProof(id))?.evidence)
    expect(stored).toContain(String(NEGAR.id))
    expect(stored).not.toContain(String(ADA.id))
    expect(stored).not.toContain(String(ILYA.id))
  })
})

test('the member’s own calls show no proof', async () => {
  await linkWallet(server, ada)
  const me = await server.call('GET', '/api/me', { token: ada })
  expect(v.is(getMe.response, await me.clone().json())).toBe(true)
  expect(await me.text()).not.toContain('stateInit')
})
