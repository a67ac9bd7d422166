import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { Evidence } from '#proof/document.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { getMe } from '#shared/api/get-me.ts'
import { listEvents } from '#shared/api/host/list-events.ts'
import { accountId } from '#proof/account-id.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { AttemptSchema } from '#shared/attempt.ts'
import { linkWallet, proofFor, textFor } from '#tests/support/link-wallet.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import { linkedWallet, sampleAttempt, sampleLink } from '#tests/support/store-samples.ts'
import { ALICE, BOB, DOMAIN, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner, type TonSignerKind } from '#tests/support/ton-signer.ts'
import { agree, placeMultisig, start, tonMultisig, TREASURY } from '../http/multisig-harness.ts'
import { CAROL } from '../http/requesting-harness.ts'
import { getFacts, getResults, findLinked, readProof, verifyLink } from './proof-harness.ts'

let server: TestServer
let alice: string
let bob: string

async function startWith(options?: Parameters<typeof startTestServer>[0]): Promise<void> {
  server = await startTestServer(options)
  alice = await server.signIn(ALICE)
  bob = await server.signIn(BOB)
}
beforeEach(() => startWith())
afterEach(() => server.close())

const PASSED = { 'state-init': 'passed', key: 'passed', signature: 'passed', time: 'passed' }

async function post(token: string, path: string, body: unknown) {
  const response = await server.call('POST', path, { token, body })
  return { status: response.status, attempt: v.parse(AttemptSchema, await response.json()) }
}

/** Links a wallet of this kind. */
async function link(kind: TonSignerKind, network: '-239' | '-3' = '-239') {
  const signer = createTonSigner({ kind, seed: new Uint8Array(32).fill(5), network })
  const { id, payload } = await server.newAttempt(alice)
  const timestamp = Math.floor(server.clock.now / 1_000)
  const proof = signer.sign({ domain: DOMAIN, payload, timestamp })
  const { status, attempt } = await post(alice, `/api/attempts/${id}/proof`, proof)
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
          telegramId: String(ALICE.id),
          wallet: accountId({ family: 'ton', network: '-239', address: signer.address }),
          word: 'key',
        },
        site: { domain: DOMAIN },
      })
      for (const [name, forged] of [
        ['account', text.replaceAll(String(ALICE.id), String(BOB.id))],
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
    const { id, payload, message } = await server.newAttempt(alice)
    const me = await server.store.findUserByTelegramId(String(ALICE.id))
    const stored = await server.store.findAttempt(id, me?.id ?? '', server.clock.now)
    expect(payload).toMatch(/^[\w-]{43}$/)
    expect(payload).not.toBe(stored?.nonce)
    expect(message).toContain(`\nNonce: ${payload}\n`)
    const body = proofFor(server, { payload: stored?.nonce ?? '', seed: 1 })
    const refused = await server.call('POST', `/api/attempts/${id}/proof`, { token: alice, body })
    expect(await refused.json()).toMatchObject({ code: 'ton-payload-mismatch' })
  })

  test('a text that raises a link replaces its proof by one whose text names the account', async () => {
    const attempt = await server.newAttempt(alice)
    const body = proofFor(server, { payload: attempt.payload, seed: 1 })
    await post(alice, `/api/attempts/${attempt.id}/proof`, body)
    const text = textFor(server, { text: attempt.message ?? '', seed: 1 })
    const { attempt: raised } = await post(alice, `/api/attempts/${attempt.id}/text`, text)
    const verdict = await verifyLink(server, raised.wallet?.id ?? '')
    expect(getResults(verdict)).toEqual({ text: 'passed', ...PASSED })
    expect(getFacts(verdict)).toMatchObject({
      claim: { type: 'ton-text', telegramId: String(ALICE.id) },
    })
  })

  test('a wallet that moves by consent takes its proof along, for its new member, at a host with an underscore too', async () => {
    await server.close()
    await startWith({ publicUrl: 'https://my_app.example.com' })
    const former = await linkWallet(server, alice)
    const { id, payload } = await server.newAttempt(bob)
    const body = proofFor(server, { payload, seed: 1 })
    const { status } = await post(bob, `/api/attempts/${id}/proof`, body)
    expect(status).toBe(202)
    const answer = { token: alice, body: { answer: 'move' } }
    expect((await server.call('POST', `/api/consents/${id}`, answer)).status).toBe(204)
    const moved = await findLinked(server, bob)
    const verdict = await verifyLink(server, moved.id)
    expect(getFacts(verdict)).toMatchObject({
      claim: { telegramId: String(BOB.id) },
      site: { domain: 'my_app.example.com' },
    })
    expect(await getCode(await readProof(server, former.id))).toBe('not-found')
  })

  test('unlinking deletes the proof, and a proof of the same wallet later is another one', async () => {
    const { id } = await linkWallet(server, alice)
    const first = await (await readProof(server, id)).text()
    expect(await (await readProof(server, (await linkWallet(server, alice)).id)).text()).not.toBe(
      first,
    )
    await server.call('DELETE', `/api/wallets/${id}`, { token: alice })
    expect(await getCode(await readProof(server, id))).toBe('not-found')
    expect(await server.store.findProof(id)).toBeUndefined()
  })

  test('nothing of a proof is in the log or in an event', async () => {
    const { id } = await linkWallet(server, alice)
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
    const { evidence } = (await server.store.findProof((await linkWallet(server, alice)).id)) ?? {}
    const userId = (await server.store.findUserByTelegramId(String(BOB.id)))?.id ?? ''
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
    const { id, address } = await linkWallet(server, alice)
    const token = await server.newKey()
    const events = await server.call('GET', '/v1/events', { token })
    const account = `tvm:-239:${address.replace(':', '%3A')}`
    expect(v.parse(listEvents.response, await events.json()).data).toMatchObject([
      { data: { wallet: { id, account } } },
    ])
    expect(await (await readProof(server, id)).json()).toMatchObject({ wallet: account })
  })
})

/** Alice and Bob agree as two of three signers. */
async function linkTreasury(bobShows: boolean) {
  await linkWallet(server, alice)
  const multisig = tonMultisig([1, 2, 3], { block: { seqno: 4_712 } })
  const { code } = await start(server, alice, await placeMultisig(server, multisig))
  await agree(server, alice, { code, seed: 1, showsName: true })
  await agree(server, bob, { code, seed: 2, showsName: bobShows })
  return {
    ofAlice: (await findLinked(server, alice)).id,
    ofBob: (await findLinked(server, bob)).id,
  }
}

describe('the proof of a TON multisig', () => {
  test('a quorum verifies for each member who agreed, with both agreements', async () => {
    const { ofAlice, ofBob } = await linkTreasury(true)
    for (const [id, { id: telegramId }] of [
      [ofAlice, ALICE],
      [ofBob, BOB],
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
    expect(await (await readProof(server, ofAlice)).json()).toMatchObject({
      evidence: { block: { seqno: 4_712 }, threshold: 2 },
    })
  })

  test('an owner who does not show their name is withheld, and too few who do are no proof', async () => {
    const { ofAlice, ofBob } = await linkTreasury(false)
    expect(await getCode(await readProof(server, ofAlice))).toBe('proof-missing')
    const stored = await server.store.findProof(ofAlice)
    expect(stored?.evidence).toMatchObject({ type: 'quorum' })
    expect(JSON.stringify(stored?.evidence)).not.toContain(String(BOB.id))
    expect(getFacts(await verifyLink(server, ofBob))).toMatchObject({
      claim: { owners: { signed: 2, of: 3, needed: 2 } },
    })
  })

  test('texts agree, too: each names its signer’s account and the multisig', async () => {
    await server.close()
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
    await linkByText(alice, 1)
    const { code } = await start(server, alice, await placeMultisig(server, tonMultisig([1, 2, 3])))
    await linkByText(alice, 1, { code })
    await linkByText(bob, 2, { code })
    const verdict = await verifyLink(server, (await findLinked(server, bob)).id)
    expect(getResults(verdict)).toMatchObject({ agreements: 'passed' })
  })

  test.each(['signer', 'starter'] as const)(
    'a %s who deletes everything is withheld from the proofs of others, which then prove nothing',
    async (leaver) => {
      const { ofAlice, ofBob } = await linkTreasury(true)
      const [token, gone, kept] =
        leaver === 'signer' ? [bob, BOB, ofAlice] : ([alice, ALICE, ofBob] as const)
      await server.call('DELETE', '/api/me', { token })
      const stored = await server.store.findProof(kept)
      expect(stored?.evidence).toMatchObject({ type: 'quorum' })
      expect(JSON.stringify(stored?.evidence)).not.toContain(String(gone.id))
      expect(await getCode(await readProof(server, kept))).toBe('proof-missing')
    },
  )

  test('the proof of a quorum stays as it is when somebody else deletes everything', async () => {
    const { ofBob } = await linkTreasury(true)
    await server.call('DELETE', '/api/me', { token: alice })
    const before = await server.store.findProof(ofBob)
    expect(before?.evidence).toMatchObject({ type: 'quorum' })
    await server.call('DELETE', '/api/me', { token: await server.signIn(CAROL) })
    expect(await server.store.findProof(ofBob)).toEqual(before)
    expect(JSON.stringify(before?.evidence)).toContain(String(BOB.id))
  })

  test('a signer who leaves after the starter is withheld, although no cosigning shows who agreed', async () => {
    const carol = await server.signIn(CAROL)
    await linkWallet(server, alice)
    const multisig = tonMultisig([1, 2, 3], { threshold: 3 })
    const { code } = await start(server, alice, await placeMultisig(server, multisig))
    for (const [token, seed] of [
      [alice, 1],
      [bob, 2],
      [carol, 3],
    ] as const)
      await agree(server, token, { code, seed, showsName: true })
    const { id } = await findLinked(server, carol)
    for (const token of [alice, bob]) await server.call('DELETE', '/api/me', { token })
    const stored = JSON.stringify((await server.store.findProof(id))?.evidence)
    expect(stored).toContain(String(CAROL.id))
    expect(stored).not.toContain(String(ALICE.id))
    expect(stored).not.toContain(String(BOB.id))
  })
})

test('the member’s own calls show no proof', async () => {
  await linkWallet(server, alice)
  const me = await server.call('GET', '/api/me', { token: alice })
  expect(v.is(getMe.response, await me.clone().json())).toBe(true)
  expect(await me.text()).not.toContain('stateInit')
})
