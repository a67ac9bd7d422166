import { randomBytes } from 'node:crypto'
import { verifyWithJwks } from 'hono/jwt'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { getPublicKeys, getSigningKey } from '#server/http/token-keys.ts'
import { createKeyRing } from '#server/store/database/field-cipher.ts'
import { MemberTokenSchema } from '#shared/member-token.ts'
import { makeToken } from '#shared/api/make-token.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { sampleContract } from '#tests/support/store-samples.ts'
import { PUBLIC_URL, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const SHOP = 'https://shop.example.com'
const CONTRACT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const JWKS = '/.well-known/jwks.json'
const MINUTE_MS = 60_000
const PERIOD_MS = 30 * 24 * 60 * MINUTE_MS

let server: TestServer
let ada: string
beforeEach(async () => {
  server = await openTestServer({ tokenAudiences: new Set([SHOP]) })
  ada = await server.signIn(ADA)
})

const ask = async (
  query: string,
  id = ADA.id,
  scope: 'proofs:read' | 'wallets:read' = 'proofs:read',
) => server.call('GET', `/v1/users/${id}/token?${query}`, { token: await server.newKey([scope]) })

async function readToken(response: Promise<Response>): Promise<string> {
  return v.parse(MemberTokenSchema, await (await response).json()).token
}

const getToken = () => readToken(ask(`audience=${SHOP}`))

/** What a site does with a token: nothing of ours is in it. */
function verify(token: string, change: { audience?: string; atMs?: number; jwks?: Jwks } = {}) {
  const { audience = SHOP, atMs = server.clock.now, jwks = openJwks() } = change
  return jwtVerify(token, jwks, { issuer: PUBLIC_URL, audience, currentDate: new Date(atMs) })
}

type Jwks = ReturnType<typeof openJwks>
const openJwks = (fetch = (url: string) => server.call('GET', new URL(url).pathname)) =>
  createRemoteJWKSet(new URL(JWKS, PUBLIC_URL), { [customFetch]: fetch, cacheMaxAge: Infinity })

async function verifyByHono(token: string, aud = SHOP) {
  const options = { ...(await readKeys()), allowedAlgorithms: ['ES256'] as const }
  return verifyWithJwks(token, { ...options, verification: { iss: PUBLIC_URL, aud } })
}

const KeysSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) })
const readKeys = async () => v.parse(KeysSchema, await (await server.call('GET', JWKS)).json())

test('a site verifies who has which wallet, by jose and by hono', async () => {
  server.clock.now = Math.floor(Date.now() / 1_000) * 1_000
  ada = await server.signIn(ADA)
  await linkWallet(server, ada)
  const token = await getToken()
  const { payload } = await verify(token)
  const account: unknown = expect.stringMatching(/^tvm:-239:0%3A[0-9a-f]{64}$/)
  const proof: unknown = expect.stringMatching(/^[\w-]{43}$/)
  const iat = server.clock.now / 1_000
  expect(payload).toEqual({
    iss: PUBLIC_URL,
    aud: SHOP,
    sub: String(ADA.id),
    iat,
    exp: iat + 600,
    wallets: [
      {
        account,
        level: 'key',
        binding: 'domain',
        verifiedAt: new Date(server.clock.now).toISOString(),
        proof,
      },
    ],
  })
  expect(await verifyByHono(token)).toEqual(payload)
})

test('the digest in a token asks whether the link is still there', async () => {
  const { id } = await linkWallet(server, ada)
  const { wallets } = decodeJwt<{ wallets: { proof: string }[] }>(await getToken())
  const getStatus = async (): Promise<unknown> => {
    const response = await server.call('GET', `/proofs/${wallets[0]?.proof}`)
    return response.json()
  }
  expect(await getStatus()).toMatchObject({ status: 'linked' })
  await server.call('DELETE', `/api/wallets/${id}`, { token: ada })
  expect(await getStatus()).toMatchObject({ status: 'ended' })
})

test('attack: a wallet whose proof no longer holds is in no token, and without any other there is none', async () => {
  const app = await startAppServer({ tokenAudiences: new Set([SHOP]) })
  const member = await app.visit()
  const wallets = await Promise.all(
    [1, 8453].map((chainId) => member.link(sampleContract(chainId, CONTRACT))),
  )
  const getChains = async () => {
    const { token } = await member.api.call(makeToken, { body: { audience: SHOP } })
    const claims = decodeJwt<{ wallets: { account: string }[] }>(token)
    return claims.wallets.map(({ account }) => account.split(':')[1])
  }
  expect(new Set(await getChains())).toEqual(new Set(['1', '8453']))
  const end = (index: number) => {
    const wallet = wallets[index] ?? expect.fail('not linked')
    const { store, clock } = app.server
    return store.markStale({ wallet, reason: 'not-accepted' }, clock.now)
  }
  await end(0)
  expect(await getChains()).toEqual(['8453'])
  await end(1)
  await expect(getChains()).rejects.toMatchObject({ code: 'proof-none-valid' })
})

describe('a site refuses a token', () => {
  test.each([
    [
      'of another site',
      { audience: 'https://other.example.com' },
      'ERR_JWT_CLAIM_VALIDATION_FAILED',
    ],
    ['that has expired', { atMs: Date.UTC(2026, 10, 20, 12, 10) }, 'ERR_JWT_EXPIRED'],
  ])('attack: one %s', async (_, change, code) => {
    await expect(verify(await getToken(), change)).rejects.toMatchObject({ code })
  })

  test('attack: one without a signature, alg "none"', async () => {
    const unsigned = new UnsecuredJWT(decodeJwt(await getToken())).encode()
    const code = 'ERR_JOSE_NOT_SUPPORTED'
    await expect(verify(unsigned)).rejects.toMatchObject({ code })
    await expect(verifyByHono(unsigned)).rejects.toThrow('alg')
  })

  test('attack: one of another site or that has expired, by hono', async () => {
    // Hono has no other clock than the machine's, which is ahead of the server's here.
    await expect(verifyByHono(await getToken())).rejects.toThrow('expired')
    server.clock.now = Date.now()
    const other = verifyByHono(await getToken(), 'https://other.example.com')
    await expect(other).rejects.toThrow('audience')
  })

  test('attack: one of another key that takes the name of ours', async () => {
    server.clock.now = Date.now()
    const token = await getToken()
    const { kid = '' } = decodeProtectedHeader(token)
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey)
    const code = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'
    await expect(verify(forged)).rejects.toMatchObject({ code })
    await expect(verifyByHono(forged)).rejects.toThrow('signature mismatched')
  })
})

describe('the keys', () => {
  test('are public, for every page, and kept for five minutes', async () => {
    const response = await server.call('GET', JWKS)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const { keys } = v.parse(KeysSchema, await response.json())
    expect(keys).toHaveLength(3)
    for (const key of keys) expect(key).not.toHaveProperty('d')
  })

  test('overlap: who has the former keys reads new tokens, and who has the new ones former tokens', async () => {
    const asked: string[] = []
    const before = openJwks((url) => {
      asked.push(url)
      return server.call('GET', new URL(url).pathname)
    })
    const former = await getToken()
    await verify(former, { jwks: before })
    const key = await server.newKey(['proofs:read'])
    server.clock.now += PERIOD_MS
    const path = `/v1/users/${ADA.id}/token?audience=${SHOP}`
    const later = await readToken(Promise.resolve(server.call('GET', path, { token: key })))
    expect(decodeProtectedHeader(later).kid).not.toBe(decodeProtectedHeader(former).kid)
    await verify(later, { jwks: before })
    expect(asked).toHaveLength(1)
    await verify(former, { atMs: server.clock.now - PERIOD_MS })
    server.clock.now += PERIOD_MS
    const code = 'ERR_JWKS_NO_MATCHING_KEY'
    const late = verify(former, { atMs: server.clock.now - 2 * PERIOD_MS })
    await expect(late).rejects.toMatchObject({ code })
  })

  test('last known keys are enough while they cannot be asked for, and without any a sentence says so', async () => {
    let isReachable = true
    const jwks = openJwks((url) =>
      isReachable
        ? server.call('GET', new URL(url).pathname)
        : Promise.resolve(new Response(null, { status: 502 })),
    )
    await verify(await getToken(), { jwks })
    isReachable = false
    await verify(await getToken(), { jwks })
    const cold = openJwks(() => Promise.resolve(new Response(null, { status: 502 })))
    await expect(verify(await getToken(), { jwks: cold })).rejects.toThrow(
      'Expected 200 OK from the JSON Web Key Set HTTP response',
    )
  })

  test('every server has the key that signs, in each step of a change of DATA_KEY', async () => {
    const [former, next] = [randomBytes(32), randomBytes(32)]
    const alone = createKeyRing({ dataKey: former })
    const both = createKeyRing({ dataKey: next, secondDataKey: former })
    const [nextKey, formerKey] = both.keys
    const after = createKeyRing({ dataKey: next })
    const rings = { alone, both, after }
    const { now } = server.clock
    async function whoKnows(signer: typeof alone): Promise<string[]> {
      const { kid } = await getSigningKey(signer, now)
      const known = await Promise.all(
        Object.entries(rings).map(async ([name, ring]) => {
          const { keys } = await getPublicKeys(ring, now)
          return keys.some((key) => key.kid === kid) ? [name] : []
        }),
      )
      return known.flat()
    }
    if (formerKey) both.sealWith(formerKey)
    expect(await whoKnows(both)).toEqual(['alone', 'both'])
    both.sealWith(nextKey)
    expect(await whoKnows(both)).toEqual(['both', 'after'])
  })
})

test.each([
  ['no site', 'audience=shop', 400],
  ['a page', `audience=${SHOP}/`, 400],
  ['no audience', '', 400],
  ['any site, from the operator', 'audience=https://other.example.com', 200],
])('the host asks for %s', async (_, query, status) => {
  expect((await ask(query)).status).toBe(status)
})

test('the host needs the scope, and gets nothing of an account that is unknown', async () => {
  expect((await ask(`audience=${SHOP}`, ADA.id, 'wallets:read')).status).toBe(403)
  expect((await ask(`audience=${SHOP}`, ILYA.id)).status).toBe(404)
})

/** As a member of this session. */
const make = (audience: string, token?: string) =>
  server.call('POST', '/api/tokens', {
    body: { audience },
    ...(token !== undefined && { token }),
  })

const getProblem = async (response: Response) =>
  v.parse(v.object({ code: v.string() }), await response.json()).code

describe('a member', () => {
  test('without a wallet whose proof holds gets no token', async () => {
    expect(await getProblem(await make(SHOP, ada))).toBe('proof-none-valid')
  })

  test('fetches a token of their own for a site that the operator allows', async () => {
    await linkWallet(server, ada)
    const token = await readToken(Promise.resolve(make(SHOP, ada)))
    expect((await verify(token)).payload.sub).toBe(String(ADA.id))
  })

  test('attack: gets no token for another site, and none without a session', async () => {
    expect(await getProblem(await make('https://other.example.com', ada))).toBe(
      'proof-site-unknown',
    )
    expect((await make(SHOP)).status).toBe(401)
  })
})
