import * as oidc from 'openid-client'
import * as v from 'valibot'
import { LoginMemberSchema, SecondsSchema } from '#proof/document.ts'
import { LoginAccountSchema, TELEGRAM_LOGIN_ISSUER } from '#proof/login.ts'
import { parseLoginKeys } from '#proof/parse-login-keys.ts'
import type { Log } from '../log/log.ts'
import type { StoredProofLogin } from '../store/rows/unseal-proof.ts'
import { keepKeys } from './keep-keys.ts'
import type { LoginRefusal } from './login-result.ts'

/** What BotFather shows under Login Widget. The client is the bot, so its id is the bot's. */
export type LoginClient = { clientId: string; clientSecret: string }

/** What the browser keeps while its person is at Telegram, so that nobody else can finish the login. */
export type LoginChecks = {
  state: string
  verifier: string
  /** What Telegram is to sign; null where only the account matters, for which PKCE is enough. */
  nonce: string | null
}

/** A login whose token was verified: it is Telegram's, for this client, and has not expired. */
export type Login = {
  telegramId: string
  /** The token and its key. Null for a key of a kind that proofs do not have. */
  signed: StoredProofLogin | null
}

/** Log In With Telegram: OpenID Connect, the code flow with PKCE. Nothing here throws. */
export type TelegramLogin = {
  /** Where to send the browser; null while Telegram does not answer. */
  start(checks: LoginChecks): Promise<string | null>
  /** Who logged in, or why it is not known. */
  finish(returned: URL, checks: LoginChecks): Promise<Login | LoginRefusal>
}

type Deps = {
  client: LoginClient
  /** Where Telegram sends the browser back to. BotFather has to have it under Allowed URLs. */
  redirectUri: string
  fetch: typeof fetch
  /** Unix time in milliseconds. */
  now: () => number
  log: Pick<Log, 'warn'>
  /** Where Telegram's OpenID provider is: elsewhere for the demo and the tests. @default its issuer */
  url?: string
}

const TIMEOUT_S = 10

export function createTelegramLogin(deps: Deps): TelegramLogin {
  const { redirectUri, log, url = TELEGRAM_LOGIN_ISSUER } = deps
  let found: Promise<oidc.Configuration> | null = null

  /** Telegram's configuration is asked for once, and again after it could not be had. */
  function configure(): Promise<oidc.Configuration> {
    found ??= discover(deps).catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }

  return {
    async start({ state, nonce, verifier }) {
      try {
        const address = oidc.buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state,
          ...(nonce !== null && { nonce }),
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return address.href.replace(TELEGRAM_LOGIN_ISSUER, url)
      } catch (error) {
        log.warn({ reason: readFailure(error).reason }, 'Log In With Telegram cannot be reached')
        return null
      }
    },
    async finish({ search, searchParams }, { state, nonce, verifier }) {
      // The library does not tell this from an answer that is malformed.
      if (searchParams.get('state') !== state) return 'ended'
      try {
        const config = await configure()
        const tokens = await oidc.authorizationCodeGrant(config, new URL(search, redirectUri), {
          expectedState: state,
          ...(nonce !== null && { expectedNonce: nonce }),
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return readTokens(tokens, config)
      } catch (error) {
        const { reason, claims } = readFailure(error)
        log.warn({ reason }, 'a login with Telegram failed')
        const isUnsigned = nonce !== null && claims !== undefined && claims.nonce === undefined
        return isUnsigned ? 'unsigned' : getRefusal(reason)
      }
    },
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

const ClaimsSchema = v.object({ id: LoginAccountSchema, iat: SecondsSchema, exp: SecondsSchema })

/** @throws ValiError for a token that does not name the account */
function readTokens(tokens: Tokens, config: oidc.Configuration): Login {
  const { id: telegramId, iat, exp } = v.parse(ClaimsSchema, tokens.claims())
  const botId = config.clientMetadata().client_id
  const keys = parseLoginKeys(JSON.stringify(oidc.getJwksCache(config)?.jwks))
  const token = v.safeParse(LoginMemberSchema, {
    botId,
    idToken: tokens.id_token,
    jwk: keys.find(({ jwk }) => jwk.kid === readKid(tokens.id_token ?? ''))?.jwk,
  })
  const times = { authDate: iat, expiresAt: exp }
  return { telegramId, signed: token.success ? { ...token.output, ...times } : null }
}

const HeaderSchema = v.pipe(v.string(), v.parseJson(), v.object({ kid: v.optional(v.string()) }))

function readKid(idToken: string): string | undefined {
  const [header = ''] = idToken.split('.')
  return v.parse(HeaderSchema, Buffer.from(header, 'base64url').toString()).kid
}

/** Codes for a token that is not what it must be. */
const REFUSED = /^(?:malformed|OAUTH_(?:INVALID_RESPONSE|JWT_|KEY_|PARSE_|UNSUPPORTED_))/

function getRefusal(reason: string): LoginRefusal {
  if (reason === 'access_denied') return 'declined'
  if (reason === 'invalid_grant') return 'ended'
  return REFUSED.test(reason) ? 'refused' : 'unreachable'
}

const ErrorSchema = v.object({
  code: v.optional(v.string()),
  /** The provider's own code. */
  error: v.optional(v.string()),
  cause: v.optional(v.object({ cause: v.optional(v.looseObject({})) })),
})
const AboutTokenSchema = v.object({
  claim: v.optional(v.string()),
  claims: v.optional(v.object({ nonce: v.optional(v.unknown()) })),
})

/** What went wrong, by the code of the provider or of the library. The error itself may have the claims of a token. */
function readFailure(error: unknown) {
  if (v.isValiError(error)) return { reason: 'malformed', claims: undefined }
  const read = v.safeParse(ErrorSchema, error)
  const { code = 'unknown', error: answered, cause } = read.success ? read.output : {}
  const about = v.safeParse(AboutTokenSchema, cause?.cause)
  const { claim, claims } = about.success ? about.output : {}
  return { reason: answered ?? [code, claim].filter(Boolean).join(' '), claims }
}

/** Secrets for one login. @param nonce what Telegram is to sign, or null */
export function createLoginChecks(nonce: string | null): LoginChecks {
  return { state: oidc.randomState(), verifier: oidc.randomPKCECodeVerifier(), nonce }
}

async function discover({ client, fetch, now, url = TELEGRAM_LOGIN_ISSUER }: Deps) {
  const ask: oidc.CustomFetch = (address, { method, headers, redirect, signal = null, body }) => {
    const form = body instanceof URLSearchParams ? body.toString() : null
    const there = address.replace(TELEGRAM_LOGIN_ISSUER, url)
    return fetch(there, { method, headers, redirect, signal, body: form })
  }
  const config = await oidc.discovery(
    new URL(TELEGRAM_LOGIN_ISSUER),
    client.clientId,
    undefined,
    oidc.ClientSecretBasic(client.clientSecret),
    {
      // Telegram's signature is checked, and not only that its server answered.
      execute: [oidc.enableNonRepudiationChecks],
      timeout: TIMEOUT_S,
      [oidc.customFetch]: ask,
    },
  )
  config[oidc.customFetch] = keepKeys(ask, { jwksUri: config.serverMetadata().jwks_uri, now })
  return config
}
