import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { EvmAttemptSchema } from '#shared/attempt.ts'
import type { SignIn, SignInTerms } from '#shared/sign-in.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { type SignInClaims, claimsFor, signIn } from '#tests/support/sign-in.ts'
import { DOMAIN, type TestServer } from '#tests/support/test-server.ts'
import { getFacts, getResults, verifyLink } from '../proofs/proof-harness.ts'
import {
  ALWAYS_YES,
  BASE,
  getCode,
  ETHEREUM,
  evmCalls,
  getKey,
  startEvmWorld,
} from '../http/evm-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const MINUTE = 60_000
const OPENED = 5_000

const world = shareAmongTests(startEvmWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string

beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
})

const key = getKey(1)
const other = getKey(2)

/** An attempt, and the terms that go to the wallet with the connection. */
async function start(token = ada): Promise<{ id: string; terms: SignInTerms }> {
  const { id } = await server.newEvmAttempt(token)
  const { signIn: terms } = await calls.look(token, id)
  if (terms === null) throw new Error('the attempt has no terms')
  return { id, terms }
}

type SharingInput = { address?: string; chainId?: number; signIn?: unknown }

/** The wallet has connected, and perhaps signed in. */
async function share(token: string, id: string, body: SharingInput) {
  const account = { address: key.address, chainId: ETHEREUM }
  return calls.send('PUT', `/api/attempts/${id}/account`, { token, body: { ...account, ...body } })
}

const honest = (terms: SignInTerms) => claimsFor(terms, key.address, server.clock.now)

/** Nothing is linked, and the wallet is asked for the signature of the usual message, which then links. */
async function expectSecondApproval(
  id: string,
  { status, json }: { status: number; json: unknown },
) {
  expect(status).toBe(200)
  const { state, message, signIn: terms } = v.parse(EvmAttemptSchema, json)
  expect(state).toBe('awaiting-signature')
  expect(terms).not.toBeNull()
  expect(await calls.getWallets(ada)).toEqual([])
  const signature = await key.signMessage({ message: message ?? '' })
  expect((await calls.prove(ada, id, signature)).status).toBe(201)
  expect(await calls.getWallets(ada)).toMatchObject([{ address: key.address, level: 'key' }])
}

describe('the terms of an attempt', () => {
  test('name the site, the preferred chain, the Telegram account, the attempt and its end', async () => {
    const { id, terms } = await start()
    const { nonce, statement, ...others } = terms
    expect(nonce).toMatch(/^[0-9a-f]{64}$/)
    expect(statement).toContain(`the Telegram account @ada (id ${ADA.id})`)
    expect(others).toEqual({
      domain: DOMAIN,
      uri: `https://${DOMAIN}`,
      chainId: ETHEREUM,
      expiresAt: new Date(server.clock.now + 10 * MINUTE).toISOString(),
      requestId: id,
      resources: [`tg://user?id=${ADA.id}`],
    })
  })

  test('are the fields of the message that a wallet is asked to sign separately', async () => {
    const { id, terms } = await start()
    const { json } = await share(ada, id, {})
    const { message } = v.parse(EvmAttemptSchema, json)
    const lines = (message ?? '').split('\n')
    expect(lines).toContain(terms.statement)
    expect(lines).toContain(`Nonce: ${terms.nonce}`)
  })

  test('end with the attempt', async () => {
    const { id } = await start()
    await server.call('DELETE', `/api/attempts/${id}`, { token: ada })
    expect((await calls.look(ada, id)).signIn).toBeNull()
  })
})

describe('a wallet that signs in as it connects', () => {
  test('is linked by this one approval, with a proof that a stranger can check', async () => {
    const { id, terms } = await start()
    server.clock.now += OPENED
    const answer = await share(ada, id, { signIn: await signIn(key, honest(terms)) })
    expect(answer.status).toBe(201)
    const { wallet, ...attempt } = v.parse(EvmAttemptSchema, answer.json)
    expect(attempt).toMatchObject({ id, state: 'linked', signIn: null })
    expect(wallet).toMatchObject({ address: key.address, chainId: null, level: 'key' })
    expect(wallet).toMatchObject({ binding: 'text', keySource: 'signature' })
    expect(await calls.getWallets(ada)).toEqual([wallet])
    expect(server.events.count).toBe(1)
    const verdict = await verifyLink(server, wallet?.id ?? '')
    expect(getResults(verdict)).toEqual({ message: 'passed', signature: 'passed', time: 'passed' })
    expect(getFacts(verdict)).toMatchObject({
      claim: { telegramId: String(ADA.id), word: 'key' },
      site: { domain: DOMAIN },
    })
  })

  test.each([
    ['behind', -4 * MINUTE],
    ['ahead', 4 * MINUTE],
  ])('may be asked by a device whose clock is some minutes %s', async (_, offset) => {
    const { id, terms } = await start()
    const claims = claimsFor(terms, key.address, server.clock.now + offset)
    expect((await share(ada, id, { signIn: await signIn(key, claims) })).status).toBe(201)
  })

  test('with a time after the end of its own text is asked to sign, because a stranger would not accept that text', async () => {
    const { id, terms } = await start()
    server.clock.now += 9 * MINUTE
    const claims = claimsFor(terms, key.address, server.clock.now + 2 * MINUTE)
    await expectSecondApproval(id, await share(ada, id, { signIn: await signIn(key, claims) }))
  })

  test('may name the format as older wallets do', async () => {
    const { id, terms } = await start()
    const signed = { ...(await signIn(key, honest(terms))), h: { t: 'eip4361' } }
    expect((await share(ada, id, { signIn: signed })).status).toBe(201)
  })

  test('links after another account, or its own, was fixed without it', async () => {
    const { id, terms } = await start()
    await share(ada, id, { address: other.address })
    await share(ada, id, {})
    expect((await share(ada, id, { signIn: await signIn(key, honest(terms)) })).status).toBe(201)
  })

  test('links once when the same answer comes ten times at the same time', async () => {
    const { id, terms } = await start()
    const signed = await signIn(key, honest(terms))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => share(ada, id, { signIn: signed })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([201, 409, 429]).toContain(status)
    expect(getCode(await share(ada, id, { signIn: signed }))).toBe('attempt-settled')
    expect(await calls.getWallets(ada)).toHaveLength(1)
  })

  test('waits for a chain that does not answer, and changes nothing until then', async () => {
    const { id, terms } = await start()
    const signed = await signIn(key, honest(terms))
    world().rpc.isUp = false
    const refused = await share(ada, id, { signIn: signed })
    expect([refused.status, getCode(refused)]).toEqual([503, 'evm-chain-unreachable'])
    expect(await calls.look(ada, id)).toMatchObject({ state: 'created', account: null })
    world().rpc.isUp = true
    expect((await share(ada, id, { signIn: signed })).status).toBe(201)
  })

  test('comes too late when its attempt is over', async () => {
    const { id, terms } = await start()
    const signed = await signIn(key, honest(terms))
    server.clock.now += 10 * MINUTE
    expect(getCode(await share(ada, id, { signIn: signed }))).toBe('attempt-expired')
    expect(await calls.getWallets(ada)).toEqual([])
  })
})

const RECAP = 'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvcGVyc29uYWxfc2lnbiI6W3t9XX19fQ'

/** A wallet that signs what it claims, but claims something else than it was asked to. */
const OTHER_CLAIMS: Record<
  string,
  (claims: SignInClaims, terms: SignInTerms) => Partial<SignInClaims>
> = {
  'another domain': () => ({ domain: 'evil.example.com' }),
  'another site': () => ({ aud: 'https://evil.example.com' }),
  'a plain site': ({ aud }) => ({ aud: (aud ?? '').replace('https', 'http') }),
  'another nonce': () => ({ nonce: '0'.repeat(64) }),
  'another version': () => ({ version: '2' }),
  'another statement': () => ({ statement: 'Sign in.' }),
  'the statement for another Telegram account': ({ statement }) => ({
    statement: (statement ?? '').replaceAll(String(ADA.id), String(ILYA.id)),
  }),
  'a statement with the sentence of a capability': ({ statement }) => ({
    statement: `${statement} I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'.`,
  }),
  'another attempt': () => ({ requestId: 'x'.repeat(22) }),
  'another resource': () => ({ resources: [`tg://user?id=${ILYA.id}`] }),
  'one resource more': ({ resources }) => ({ resources: [...(resources ?? []), RECAP] }),
  'resources in one line': ({ resources }) => ({ resources: [`${resources?.[0]}\n- x`] }),
  'no resources in the list': () => ({ resources: [] }),
  'a later end': () => ({ exp: '2036-11-20T12:10:00.000Z' }),
  'a time before which it does not hold': ({ iat }) => ({ nbf: iat }),
  'a time long before the attempt': ({ iat }) => ({ iat: shifted(iat, -6 * MINUTE) }),
  'a time that is still to come': ({ iat }) => ({ iat: shifted(iat, 6 * MINUTE) }),
  'a time without milliseconds': ({ iat }) => ({ iat: (iat ?? '').replace(/\.\d+Z/, 'Z') }),
  'no time': () => ({ iat: 'now' }),
  'another chain': (_, { chainId }) => ({ iss: `did:pkh:eip155:${chainId + 1}:${key.address}` }),
  'another account': (_, { chainId }) => ({ iss: `did:pkh:eip155:${chainId}:${other.address}` }),
  'its address without a checksum': ({ iss }) => ({ iss: (iss ?? '').toLowerCase() }),
  'an account of another kind': () => ({ iss: `did:key:${key.address}` }),
}

function shifted(iat: SignInClaims['iat'], ms: number): string {
  return new Date(Date.parse(iat ?? '') + ms).toISOString()
}

const CLAIMS = [
  'iss',
  'domain',
  'aud',
  'version',
  'nonce',
  'iat',
  'exp',
  'statement',
  'requestId',
  'resources',
] as const

describe('attack: a sign-in that is not what the server asked for links nothing, and costs no more than a second approval', () => {
  test.each(Object.entries(OTHER_CLAIMS))('%s', async (_, change) => {
    const { id, terms } = await start()
    const claims = honest(terms)
    const signed = await signIn(key, { ...claims, ...change(claims, terms) })
    await expectSecondApproval(id, await share(ada, id, { signIn: signed }))
  })

  test.each(CLAIMS)('without the field %s, under a signature of the right text', async (field) => {
    const { id, terms } = await start()
    const { p, ...signed } = await signIn(key, honest(terms))
    const { [field]: _, ...fewer } = p
    await expectSecondApproval(id, await share(ada, id, { signIn: { ...signed, p: fewer } }))
  })

  test.each(CLAIMS)('with null as the field %s', async (field) => {
    const { id, terms } = await start()
    const { p, ...signed } = await signIn(key, honest(terms))
    const p0 = { ...p, [field]: null }
    await expectSecondApproval(id, await share(ada, id, { signIn: { ...signed, p: p0 } }))
  })

  test.each(['domain', 'aud', 'nonce', 'statement', 'exp', 'requestId', 'resources'] as const)(
    'right claims over a text that is wrong in %s',
    async (field) => {
      const { id, terms } = await start()
      const claims = honest(terms)
      const change = Object.values(OTHER_CLAIMS).find((one) => field in one(claims, terms))
      const { s, ...signed } = await signIn(key, { ...claims, ...change?.(claims, terms) })
      const answer = await share(ada, id, { signIn: { ...signed, p: claims, s } })
      await expectSecondApproval(id, answer)
    },
  )

  const OTHER_SIGNATURES: Record<string, (signed: SignIn) => Promise<SignIn> | SignIn> = {
    'of another key': ({ p }) => signIn(other, p),
    'that no key made': (signed) => ({ ...signed, s: { ...signed.s, s: `0x${'a5'.repeat(65)}` } }),
    'of no bytes': (signed) => ({ ...signed, s: { ...signed.s, s: '0x' } }),
    'that is longer than a key’s': (signed) => ({
      ...signed,
      s: { ...signed.s, s: `0x${'a5'.repeat(500)}` },
    }),
    'of a contract': (signed) => ({ ...signed, s: { ...signed.s, t: 'eip1271' } }),
    'of the right text, beside a claim that is not in it': (signed) => ({
      ...signed,
      p: { ...signed.p, nbf: signed.p.iat },
    }),
    'in another format': (signed) => ({ ...signed, h: { t: 'caip222' } }),
  }
  test.each(Object.entries(OTHER_SIGNATURES))('a signature %s', async (_, change) => {
    const { id, terms } = await start()
    const signed = await change(await signIn(key, honest(terms)))
    await expectSecondApproval(id, await share(ada, id, { signIn: signed }))
  })

  test('of one attempt in the next of the same member', async () => {
    const first = await start()
    const second = await start()
    const signed = await signIn(key, honest(first.terms))
    await expectSecondApproval(second.id, await share(ada, second.id, { signIn: signed }))
  })

  test('of Ada in the attempt of Ilya, and Ilya cannot answer hers', async () => {
    const ilya = await server.signIn(ILYA)
    const [hers, his] = [await start(), await start(ilya)]
    const signed = await signIn(key, honest(hers.terms))
    const answer = await share(ilya, his.id, { signIn: signed })
    expect(v.parse(EvmAttemptSchema, answer.json).state).toBe('awaiting-signature')
    expect(getCode(await share(ilya, hers.id, { signIn: signed }))).toBe('not-found')
    expect(await calls.getWallets(ilya)).toEqual([])
  })

  test('on another chain than the asked one, where the account is shared', async () => {
    const { id, terms } = await start()
    const claims = { ...honest(terms), iss: `did:pkh:eip155:${BASE}:${key.address}` }
    const body = { chainId: BASE, signIn: await signIn(key, claims) }
    await expectSecondApproval(id, await share(ada, id, body))
  })

  test('of an account that is a contract, which says yes to everything', async () => {
    const contract = '0x00000000000000000000000000000000C0FFEE21'
    await world().setCode(contract, ALWAYS_YES)
    const { id, terms } = await start()
    const claims = claimsFor(terms, contract, server.clock.now)
    const body = { address: contract, signIn: await signIn(key, claims) }
    const { status, json } = await share(ada, id, body)
    expect([status, v.parse(EvmAttemptSchema, json).state]).toEqual([200, 'awaiting-signature'])
    expect(await calls.getWallets(ada)).toEqual([])
  })

  test('under a name that the member has changed since', async () => {
    const { id, terms } = await start()
    ada = await server.signIn({ ...ADA, username: 'ada_2' })
    const signed = await signIn(key, honest(terms))
    await expectSecondApproval(id, await share(ada, id, { signIn: signed }))
  })
})
