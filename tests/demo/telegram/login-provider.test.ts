import { Hono } from 'hono'
import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkTelegram } from '#proof/check-telegram.ts'
import { proofStartParam } from '#proof/proof-digest.ts'
import { createLoginProvider, type LoginProvider } from '#demo/telegram/login-provider.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { PEOPLE } from '#demo/telegram/people.ts'
import { listenHere } from '#tests/support/listen-here.ts'
import { findVector, makeProofVectors, readDocument } from '#tests/support/proof-vectors.ts'

const [ADA, ILYA] = PEOPLE
const BOT_ID = 10_000_001
const APP = 'https://app.example.org'
const REDIRECT = `${APP}/login/done`

const world = createWorld({
  botToken: `${BOT_ID}:abc`,
  botUsername: 'test_bot',
  appShortName: null,
  appUrl: APP,
  now: () => Date.now(),
})

let provider: LoginProvider
let close: () => Promise<void>

beforeEach(async () => {
  const app = new Hono()
  const listening = await listenHere(app)
  close = listening.close
  const issuer = `${listening.url}/oauth`
  provider = createLoginProvider({ world, issuer, allowedOrigin: APP, now: () => Date.now() })
  app.route('/oauth', provider.routes)
})
afterEach(() => close())

function discover(secret = provider.clientSecret): Promise<client.Configuration> {
  return client.discovery(
    new URL(provider.issuer),
    String(BOT_ID),
    undefined,
    client.ClientSecretBasic(secret),
    { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
  )
}

/** What a person answers on the page of an address. Returns where the browser goes then. */
async function answer(url: URL, accountId: number | null): Promise<URL> {
  const page = await (await fetch(url)).text()
  expect(page).toContain(`Log in as ${ADA.firstName}`)
  const { search } = url
  const body = new URLSearchParams({ account: String(accountId ?? ''), query: search })
  const gone = await fetch(new URL('auth', `${provider.issuer}/`), {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  return new URL(gone.headers.get('location') ?? '')
}

async function start(config: client.Configuration, nonce = client.randomNonce()) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'openid profile',
    state: expectedState,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce: nonce } }
}

describe('an unmodified OpenID client of the demo’s Telegram', () => {
  test('gets a token whose id is the account, and sub is not, and our verifier takes it', async () => {
    const vector = readDocument(findVector(await makeProofVectors(), 'evm-message-key'))
    const document = { ...vector, telegramId: String(ADA.id) }
    const config = await discover()
    const { url, checks } = await start(config, proofStartParam(document))
    const tokens = await client.authorizationCodeGrant(config, await answer(url, ADA.id), checks)
    const claims = tokens.claims()
    expect(claims).toMatchObject({
      iss: provider.issuer,
      aud: String(BOT_ID),
      id: String(ADA.id),
      nonce: proofStartParam(document),
      preferred_username: ADA.username,
    })
    expect(claims?.sub).not.toBe(String(ADA.id))
    const { jwk } = provider.key()
    const telegram = { botId: String(BOT_ID), idToken: tokens.id_token ?? '', jwk }
    const checked = await checkTelegram(
      { ...document, telegram },
      {
        keys: [],
        loginKeys: [{ name: 'demo', jwk, issuer: provider.issuer }],
        now: (claims?.exp ?? 0) + 1,
      },
    )
    expect(checked.checks.map(({ result }) => result)).toEqual(Array(4).fill('passed'))
    expect(checked.signed).toMatchObject({ key: { kid: 'demo-1', trusted: { name: 'demo' } } })
  })

  test('after a change of keys the client finds the new one', async () => {
    const config = await discover()
    const first = await start(config)
    await client.authorizationCodeGrant(config, await answer(first.url, ADA.id), first.checks)
    provider.rotate()
    const again = await discover()
    const { url, checks } = await start(again)
    const tokens = await client.authorizationCodeGrant(again, await answer(url, ILYA.id), checks)
    expect(tokens.claims()).toMatchObject({ id: String(ILYA.id) })
    expect(provider.key().jwk.kid).toBe('demo-2')
  })

  test('a person who declines gives no code', async () => {
    const config = await discover()
    const { url, checks } = await start(config)
    const refused = client.authorizationCodeGrant(config, await answer(url, null), checks)
    await expect(refused).rejects.toMatchObject({ error: 'access_denied' })
  })
})

describe('attack: the client or the provider refuses', () => {
  test.each([
    ['another nonce', { expectedNonce: 'another' }, { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' }],
    ['another state', { expectedState: 'another' }, { code: 'OAUTH_INVALID_RESPONSE' }],
    ['another verifier', { pkceCodeVerifier: 'A'.repeat(43) }, { error: 'invalid_grant' }],
  ])('%s', async (_, changed, reason) => {
    const config = await discover()
    const { url, checks } = await start(config)
    const gone = await answer(url, ADA.id)
    const wrong = { ...checks, ...changed }
    const refused = client.authorizationCodeGrant(config, gone, wrong)
    await expect(refused).rejects.toMatchObject(reason)
  })

  test('a code a second time', async () => {
    const config = await discover()
    const { url, checks } = await start(config)
    const gone = await answer(url, ADA.id)
    await client.authorizationCodeGrant(config, gone, checks)
    const again = client.authorizationCodeGrant(config, gone, checks)
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('another secret', async () => {
    const config = await discover('another')
    const { url, checks } = await start(config)
    const refused = client.authorizationCodeGrant(config, await answer(url, ADA.id), checks)
    await expect(refused).rejects.toMatchObject({ error: 'invalid_client' })
  })

  test.each([
    ['another client', { client_id: '1' }],
    ['an address that is not registered', { redirect_uri: 'https://other.example.org/' }],
    ['another flow', { response_type: 'token' }],
  ])('%s', async (_, changed) => {
    const { url } = await start(await discover())
    for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value)
    expect((await fetch(url)).status).toBe(400)
  })
})
