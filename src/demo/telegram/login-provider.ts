import { createHmac, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { createTokenKey, signToken, toChallenge, type TokenKey } from './id-token.ts'
import type { TelegramAccount } from './snapshot.ts'
import type { TelegramWorld } from './world.ts'

/** How long a token is valid, in seconds, as Telegram's page shows it. */
const TOKEN_TTL_S = 3_600
/** How long a code is valid, in milliseconds. */
const CODE_TTL_MS = 60_000

type ProviderOptions = {
  world: Pick<TelegramWorld, 'account' | 'accounts' | 'botId' | 'botUsername'>
  issuer: string
  /** Origin of which all addresses are registered, as in BotFather. */
  allowedOrigin: string
  /** Unix time in milliseconds. */
  now: () => number
}

/** Log In With Telegram of the demo world. */
export type LoginProvider = {
  routes: Hono
  issuer: string
  clientSecret: string
  /** The key that signs. The JWK set has it and those before it. */
  key(): TokenKey
  /** From now on another key signs. @param kid @default the next of the demo's own */
  rotate(kid?: string): void
}

const AuthSchema = v.object({
  client_id: v.string(),
  redirect_uri: v.pipe(v.string(), v.url()),
  response_type: v.literal('code'),
  scope: v.string(),
  state: v.string(),
  nonce: v.optional(v.string()),
  code_challenge: v.optional(v.string()),
  code_challenge_method: v.optional(v.literal('S256')),
})
type AuthRequest = v.InferOutput<typeof AuthSchema>

const AnswerSchema = v.object({ account: v.optional(v.string()), query: v.string() })
const GrantSchema = v.object({
  grant_type: v.literal('authorization_code'),
  code: v.string(),
  redirect_uri: v.string(),
  code_verifier: v.optional(v.string(), ''),
})

type GrantedCode = { request: AuthRequest; account: TelegramAccount; until: number }
type Provider = ProviderOptions & {
  clientId: string
  clientSecret: string
  key: () => TokenKey
  codes: Map<string, GrantedCode>
}

/**
 * The OpenID provider: discovery, the page on which a person agrees, the token endpoint and the keys.
 *
 * @see https://core.telegram.org/bots/telegram-login
 */
export function createLoginProvider(options: ProviderOptions): LoginProvider {
  const { issuer, world } = options
  const first = createTokenKey('demo-1')
  const keys = [first]
  const key = () => keys.at(-1) ?? first
  const clientSecret = randomBytes(24).toString('base64url')
  const codes = new Map<string, GrantedCode>()
  const provider = { ...options, clientId: String(world.botId), clientSecret, key, codes }
  const routes = new Hono()
    .get('/.well-known/openid-configuration', (c) => c.json(describeProvider(issuer)))
    .get('/.well-known/jwks.json', (c) => c.json({ keys: keys.map(({ jwk }) => jwk) }))
    .route('/', createPageRoutes(provider))
    .route('/', createTokenRoutes(provider))
  return {
    routes,
    issuer,
    clientSecret,
    key,
    rotate: (kid = `demo-${keys.length + 1}`) => void keys.push(createTokenKey(kid)),
  }
}

function describeProvider(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: ['openid', 'profile', 'phone', 'telegram:bot_access'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  }
}

function createPageRoutes(provider: Provider): Hono {
  return new Hono()
    .get('/auth', (c) => {
      if (parseRequest(c.req.query(), provider) === null) return c.text(NOT_REGISTERED, 400)
      return c.html(showPage(provider, new URL(c.req.url).search))
    })
    .post('/auth', async (c) => {
      const form = v.safeParse(AnswerSchema, await c.req.parseBody())
      if (!form.success) return c.text('A form is expected', 400)
      const { query, account } = form.output
      const request = parseRequest(Object.fromEntries(new URLSearchParams(query)), provider)
      if (request === null) return c.text(NOT_REGISTERED, 400)
      return c.redirect(answer(provider, request, provider.world.account(Number(account))))
    })
}

const NOT_REGISTERED = 'Unknown client or address'

/** Null for what Telegram does not redirect: an address that is not registered. */
function parseRequest(
  query: Record<string, string>,
  { allowedOrigin, clientId }: Provider,
): AuthRequest | null {
  const { success, output } = v.safeParse(AuthSchema, query)
  const isAllowed = success && new URL(output.redirect_uri).origin === allowedOrigin
  return isAllowed && output.client_id === clientId ? output : null
}

/** Where the browser goes then. @param account undefined if the person declines */
function answer(
  { codes, now }: Provider,
  request: AuthRequest,
  account: TelegramAccount | undefined,
): string {
  const url = new URL(request.redirect_uri)
  url.searchParams.set('state', request.state)
  if (account === undefined) {
    url.searchParams.set('error', 'access_denied')
    return url.href
  }
  const code = randomBytes(16).toString('base64url')
  codes.set(code, { request, account, until: now() + CODE_TTL_MS })
  url.searchParams.set('code', code)
  return url.href
}

function createTokenRoutes(provider: Provider): Hono {
  const { codes, clientId, clientSecret } = provider
  return new Hono().post('/token', async (c) => {
    if (readBasic(c.req.header('authorization')) !== `${clientId}:${clientSecret}`)
      return c.json({ error: 'invalid_client' }, 401)
    const form = v.safeParse(GrantSchema, await c.req.parseBody())
    if (!form.success) return c.json({ error: 'invalid_request' }, 400)
    const granted = codes.get(form.output.code)
    codes.delete(form.output.code)
    if (granted === undefined || !mayTake(granted, form.output, provider))
      return c.json({ error: 'invalid_grant' }, 400)
    return c.json({
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TOKEN_TTL_S,
      id_token: writeToken(provider, granted),
    })
  })
}

function mayTake(
  { request, until }: GrantedCode,
  asked: v.InferOutput<typeof GrantSchema>,
  { now }: Provider,
): boolean {
  const { redirect_uri: redirectUri, code_challenge: challenge } = request
  const hasVerifier = challenge === undefined || challenge === toChallenge(asked.code_verifier)
  return until > now() && asked.redirect_uri === redirectUri && hasVerifier
}

function writeToken({ clientId, issuer, key, now }: Provider, granted: GrantedCode): string {
  const { request, account } = granted
  const { nonce, scope } = request
  const iat = Math.floor(now() / 1_000)
  const sub = createHmac('sha256', clientId).update(String(account.id)).digest()
  return signToken(
    {
      iss: issuer,
      aud: clientId,
      sub: sub.readBigUInt64BE().toString(),
      iat,
      exp: iat + TOKEN_TTL_S,
      ...(scope.split(' ').includes('profile') ? getProfile(account) : {}),
      ...(nonce === undefined ? {} : { nonce }),
    },
    { key: key() },
  )
}

/** Id and secret of a client, each of which it has form-encoded (RFC 6749, section 2.3.1). */
function readBasic(header = ''): string {
  return decodeURIComponent(Buffer.from(header.replace(/^Basic /, ''), 'base64').toString())
}

/** With the id as text, as Telegram's tokens have it. */
function getProfile({ id, firstName, lastName, username }: TelegramAccount) {
  return {
    id: String(id),
    name: [firstName, lastName].filter(Boolean).join(' '),
    given_name: firstName,
    ...(lastName === null ? {} : { family_name: lastName }),
    ...(username === null ? {} : { preferred_username: username }),
  }
}

/** Who is logged in to Telegram in this browser, which the demo lets the visitor choose. */
function showPage({ world: { accounts, botUsername } }: Provider, query: string) {
  return html`<!doctype html>
    <html lang="en">
      <meta name="viewport" content="width=device-width" />
      <title>Log in with Telegram (demo)</title>
      <style>
        body {
          font: 16px/1.5 system-ui;
          margin: 2rem auto;
          max-width: 22rem;
          padding: 0 1rem;
          color-scheme: light dark;
        }
        button {
          display: block;
          width: 100%;
          margin: 0.5rem 0;
          padding: 0.75rem;
          font: inherit;
        }
      </style>
      <h1>Log in with Telegram</h1>
      <p>The demo’s Telegram asks: log in at @${botUsername}?</p>
      <form method="post" action="auth">
        <input type="hidden" name="query" value="${query}" />
        ${accounts().map(
          ({ id, firstName }) =>
            html`<button name="account" value="${id}">Log in as ${firstName}</button>`,
        )}
        <button name="account" value="">Decline</button>
      </form>
    </html>`
}
