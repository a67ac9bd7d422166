import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createTokenKey, signToken, type TokenKey } from '#demo/telegram/id-token.ts'
import { type ProofDocument, ProofDocumentSchema } from '#proof/document.ts'
import { proofStartParam } from '#proof/proof-digest.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import { LOGIN_SHARED_AFTER_MS, PROOF_LAUNCH_TTL_MS } from '#shared/limits.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { signLaunch } from '#tests/support/proof-launch.ts'
import { ADA, ILYA } from '#tests/support/people.ts'
import { BOT_TOKEN, PUBLIC_URL } from '#tests/support/test-server.ts'
import { type LoginWorld, resultOf, startLoginWorld } from '../login-harness.ts'
import { getBody, getProblem, readCardCode, send } from '../requesting-harness.ts'
import { getFacts, readProof } from '../../proofs/proof-harness.ts'

const TOKEN_TTL_MS = 3_600_000

let world: LoginWorld
let ada: string
let walletId: string

beforeEach(async () => {
  world = await startLoginWorld()
  ada = await world.server.signIn(ADA)
  await world.server.signIn(ILYA)
  walletId = (await linkWallet(world.server, ada)).id
})

/** What the member asks in the app: where the login starts. */
async function ask(token = ada, id = walletId): Promise<string> {
  const asked = await getBody(
    await send(world.server, requestProofLaunch, { token, id }),
    requestProofLaunch,
  )
  return 'url' in asked ? asked.url : ''
}

/** The login in a browser, from the link to the page that says what it came to. */
async function logIn(url: string, account: number | null = ADA.id): Promise<string> {
  const browser = world.openBrowser()
  return browser.go(await world.agree(await browser.go(url), account))
}

/** What the app shows of it. */
async function getSignature() {
  return getBody(
    await send(world.server, getProofLaunch, { token: ada, id: walletId }),
    getProofLaunch,
  )
}

async function read(): Promise<ProofDocument> {
  return v.parse(ProofDocumentSchema, await (await readProof(world.server, walletId)).json())
}

async function expectNone(): Promise<void> {
  expect(await getSignature()).toEqual({ launch: null, way: 'login' })
  world.server.clock.now += 2 * TOKEN_TTL_MS
  expect(await read()).not.toHaveProperty('telegram')
}

describe('a proof that Telegram has signed by a login', () => {
  test('shows both ends to a stranger, and names the key', async () => {
    const url = await ask()
    expect(url).toBe(`${PUBLIC_URL}/login/wallets/${walletId}?lang=en`)
    const code = proofStartParam(await read())
    const page = new URL(await logIn(url))
    expect(Object.fromEntries(page.searchParams)).toEqual({
      result: 'signed',
      lang: 'en',
      start: code,
    })
    const { launch } = await getSignature()
    const signedAt = Date.parse(launch?.signedAt ?? '')
    expect(signedAt).toBeGreaterThan(world.server.clock.now - 1_000)
    const sharedFrom = signedAt + TOKEN_TTL_MS + LOGIN_SHARED_AFTER_MS
    expect(Date.parse(launch?.includedFrom ?? '')).toBe(sharedFrom)

    world.server.clock.now = sharedFrom
    const text = await (await readProof(world.server, walletId)).text()
    const { jwk } = world.provider.key()
    const loginKeys = [{ name: 'named', jwk }]
    const verdict = await verifyProof(text, { now: sharedFrom, loginKeys })
    expect(verdict.verdict).toBe('proven')
    expect(getFacts(verdict)?.telegram).toEqual({
      type: 'login',
      botId: BOT_TOKEN.split(':')[0],
      signedAt: signedAt / 1_000,
      expiresAt: (signedAt + TOKEN_TTL_MS) / 1_000,
      key: { kid: 'demo-1', trusted: { name: 'named', until: null } },
    })
    expect((await verifyProof(text, { now: sharedFrom })).verdict).toBe('open')
  })

  test('is what the bot sends, and what a card shows', async () => {
    await logIn(await ask())
    world.server.clock.now += TOKEN_TTL_MS + LOGIN_SHARED_AFTER_MS
    ada = await world.server.signIn(ADA)
    await world.server.call('POST', `/api/wallets/${walletId}/proof`, { token: ada })
    const sent = world.server.files.proofs.at(-1)?.document
    expect(sent?.telegram).toEqual((await read()).telegram)
    const code = await readCardCode(world.server, ada, walletId)
    await send(world.server, showCardProof, { token: ada, id: code, body: { isShown: true } })
    const shown = await send(world.server, getCard, { token: ada, id: code })
    expect((await getBody(shown, getCard)).proof).toBe(JSON.stringify(sent))
  })

  test('attack: a token that may still open a session is not handed out', async () => {
    await logIn(await ask())
    const { launch } = await getSignature()
    world.server.clock.now = Date.parse(launch?.includedFrom ?? '') - 1
    expect(await read()).not.toHaveProperty('telegram')
    world.server.clock.now += 1
    expect((await read()).telegram).toHaveProperty('idToken')
  })

  test('the token is in no log line, nor is what it says of the person', async () => {
    await logIn(await ask())
    const { telegram } = (await world.server.store.findProof(walletId)) ?? {}
    const idToken = telegram && 'idToken' in telegram ? telegram.idToken : 'none'
    expect(idToken).not.toBe('none')
    const logged = `${world.server.logLines.join('')}${JSON.stringify(world.lines)}`
    expect(logged).not.toContain(idToken.split('.')[1])
    // As a word: the letters may stand in the id of a request.
    expect(logged).not.toMatch(new RegExp(String.raw`\b${ADA.username}\b`, 'u'))
  })

  test('is the one to which the link of the page leads', async () => {
    const start = new URL(await logIn(await ask())).searchParams.get('start') ?? ''
    const seen = await send(world.server, getLaunchedProof, { token: ada, id: start })
    const { launch } = await getSignature()
    expect(await getBody(seen, getLaunchedProof)).toEqual({ walletId, launch })
  })

  test('is deleted with the proof that it signed', async () => {
    await logIn(await ask())
    await linkWallet(world.server, ada)
    await expectNone()
  })
})

describe('a login that nobody awaits stores nothing', () => {
  test('attack: the link, passed on to a person who logs in with their own account', async () => {
    expect(resultOf(await logIn(await ask(), ILYA.id))).toBe('other-account')
    await expectNone()
  })

  test('attack: the address to which Telegram sends another browser, or this one a second time', async () => {
    const url = await ask()
    const [browser, other] = [world.openBrowser(), world.openBrowser()]
    const returned = await world.agree(await browser.go(url), ADA.id)
    expect(resultOf(await world.openBrowser().go(returned))).toBe('ended')
    await other.go(url)
    expect(resultOf(await other.go(returned))).toBe('ended')
    expect((await getSignature()).launch).toBeNull()
    expect(resultOf(await browser.go(returned))).toBe('signed')
    expect(resultOf(await browser.go(returned))).toBe('ended')
  })

  test('attack: a link that the member did not ask for, too late, or of no wallet', async () => {
    const browser = world.openBrowser()
    const link = `${PUBLIC_URL}/login/wallets/${walletId}`
    expect(resultOf(await browser.go(link))).toBe('proof-changed')
    await ask()
    expect(await browser.go(link)).toContain('/auth?')
    world.server.clock.now += PROOF_LAUNCH_TTL_MS
    expect(resultOf(await browser.go(link))).toBe('proof-changed')
    for (const id of ['A'.repeat(22), 'none'])
      expect(resultOf(await browser.go(`${PUBLIC_URL}/login/wallets/${id}`))).toBe('proof-changed')
    await expectNone()
  })

  test('attack: the same link again, once the proof is signed, which nobody asked for a second time', async () => {
    const link = await ask()
    const browser = world.openBrowser()
    const returned = await world.agree(await browser.go(link), ADA.id)
    expect(resultOf(await browser.go(returned))).toBe('signed')
    expect(resultOf(await browser.go(link))).toBe('proof-changed')
  })

  test('a proof that changed, was unlinked, or was asked for too long ago meanwhile', async () => {
    const meanwhile = [
      () => linkWallet(world.server, ada),
      () => void (world.server.clock.now += PROOF_LAUNCH_TTL_MS),
      () => world.server.call('DELETE', `/api/wallets/${walletId}`, { token: ada }),
    ]
    for (const change of meanwhile) {
      const browser = world.openBrowser()
      const returned = await world.agree(await browser.go(await ask()), ADA.id)
      await change()
      expect(resultOf(await browser.go(returned))).toBe('proof-changed')
    }
    expect(await world.server.store.findProof(walletId)).toBeUndefined()
  })

  test('a person who declines', async () => {
    expect(resultOf(await logIn(await ask(), null))).toBe('declined')
    await expectNone()
  })

  test('attack: the wallet of another member cannot be asked for', async () => {
    const ilya = await world.server.signIn(ILYA)
    const asked = await send(world.server, requestProofLaunch, { token: ilya, id: walletId })
    expect(await getProblem(asked)).toBe('not-found')
  })
})

/** A token with other claims, header or key than Telegram's. */
type Forgery = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: TokenKey
}

function forge({ claims = {}, header = {}, key = world.provider.key() }: Forgery): void {
  world.between.forge = (idToken) => {
    const own: unknown = JSON.parse(
      Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString(),
    )
    return signToken(
      v.parse(v.looseObject({}), { ...v.parse(v.looseObject({}), own), ...claims }),
      {
        key,
        header,
      },
    )
  }
}

describe('attack: a token that does not say what it must is refused, and why is logged', () => {
  test.each<[string, () => Forgery, string]>([
    ['of another client', () => ({ claims: { aud: '1' } }), 'FAILED aud'],
    ['of several clients', () => ({ claims: { aud: [world.botId, '1'] } }), 'FAILED aud'],
    ['of another issuer', () => ({ claims: { iss: 'https://example.org' } }), 'FAILED iss'],
    ['with another nonce', () => ({ claims: { nonce: `p1_${'A'.repeat(43)}` } }), 'FAILED nonce'],
    [
      'that has expired',
      () => ({ claims: { exp: Math.floor(Date.now() / 1_000) - 3_600 } }),
      'TIMESTAMP_CHECK_FAILED',
    ],
    ['by alg none', () => ({ header: { alg: 'none' } }), 'INVALID_RESPONSE'],
    ['by a symmetric key', () => ({ header: { alg: 'HS256' } }), 'INVALID_RESPONSE'],
    ['by another key of the same kid', () => ({ key: createTokenKey('demo-1') }), 'INVALID'],
    ['by a key that Telegram does not serve', () => ({ key: createTokenKey('demo-9') }), 'KEY_'],
    ['without the account', () => ({ claims: { id: undefined } }), 'malformed'],
    ['whose sub is the account', () => ({ claims: { id: 'x', sub: String(ADA.id) } }), 'malformed'],
  ])('%s', async (_, getForgery, reason) => {
    forge(getForgery())
    expect(resultOf(await logIn(await ask()))).toBe('refused')
    expect(JSON.stringify(world.lines)).toContain(reason)
    await expectNone()
  })

  test('by a key of the same kid as one that verifiers know, although Telegram’s address serves it', async () => {
    world.provider.rotate('oidc-1')
    expect(resultOf(await logIn(await ask()))).toBe('refused')
    expect(world.server.logLines.join('')).toContain('key-differs')
    await expectNone()
  })

  test('older than the proof', async () => {
    const wait = 2 * 600_000
    world.server.clock.now += wait
    await linkWallet(world.server, ada)
    const url = await ask()
    world.server.clock.now -= wait
    expect(resultOf(await logIn(url))).toBe('refused')
    expect(world.server.logLines.join('')).toContain('login-before-proof')
    expect((await world.server.store.findProof(walletId))?.telegram).toBeNull()
  })
})

describe('a token without the nonce', () => {
  beforeEach(() => forge({ claims: { nonce: undefined } }))

  test('stores nothing, and its page leads to the launch by which Telegram signs too', async () => {
    const page = new URL(await logIn(await ask()))
    expect(page.searchParams.get('result')).toBe('unsigned')
    expect((await getSignature()).launch).toBeNull()
    const startParam = page.searchParams.get('start') ?? ''
    const authDate = Math.floor(world.server.clock.now / 1_000)
    const initData = signLaunch({ botToken: BOT_TOKEN, user: ADA, authDate, startParam })
    const submitted = await send(world.server, submitProofLaunch, {
      token: ada,
      body: { initData },
    })
    expect(await getBody(submitted, submitProofLaunch)).toMatchObject({ walletId })
  })
})

describe('while Telegram does not serve its keys', () => {
  test('a login that needs them for the first time says so', async () => {
    world.between.unreachable.add('/.well-known/jwks.json')
    expect(resultOf(await logIn(await ask()))).toBe('unreachable')
    await expectNone()
  })
})
