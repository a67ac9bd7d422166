import * as oidc from 'openid-client'
import * as v from 'valibot'
import { LoginAccountSchema, TELEGRAM_LOGIN_ISSUER } from '#proof/login.ts'
import type { Log } from '../log/log.ts'

/** What BotFather shows under Login Widget. The client is the bot, so its id is the bot's. */
export type LoginClient = { clientId: string; clientSecret: string }

/** What the browser keeps while its person is at Telegram, so that nobody else can finish the login. */
export type LoginChecks = { state: string; nonce: string; verifier: string }

/** Log In With Telegram: OpenID Connect, the code flow with PKCE. Nothing here throws. */
export type TelegramLogin = {
  /** Where to send the browser; null while Telegram does not answer. */
  start(checks: LoginChecks): Promise<URL | null>
  /** Telegram id of the account that logged in; null where nobody did, whatever the reason. */
  finish(returned: URL, checks: LoginChecks): Promise<string | null>
}

type Deps = {
  client: LoginClient
  /** Where Telegram sends the browser back to. BotFather has to have it under Allowed URLs. */
  redirectUri: string
  fetch: typeof fetch
  log: Pick<Log, 'warn'>
  /** Telegram's OpenID provider: another one for the demo and the tests. @default Telegram's own */
  issuer?: string
}

const TIMEOUT_S = 10
const ClaimsSchema = v.object({ id: LoginAccountSchema })

export function createTelegramLogin(deps: Deps): TelegramLogin {
  const { redirectUri, log } = deps
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
        return oidc.buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
      } catch (error) {
        log.warn({ reason: getReason(error) }, 'Log In With Telegram cannot be reached')
        return null
      }
    },
    async finish({ search }, { state, nonce, verifier }) {
      try {
        const returned = new URL(search, redirectUri)
        const tokens = await oidc.authorizationCodeGrant(await configure(), returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return v.parse(ClaimsSchema, tokens.claims()).id
      } catch (error) {
        log.warn({ reason: getReason(error) }, 'a login with Telegram was refused')
        return null
      }
    },
  }
}

/** The library's code, or the provider's. The error itself may have the claims of a token. */
function getReason(error: unknown): string {
  const { code, error: answered } = v.parse(ErrorSchema, error)
  return answered ?? code ?? 'unknown'
}

const ErrorSchema = v.fallback(
  v.object({ code: v.optional(v.string()), error: v.optional(v.string()) }),
  {},
)

/** Secrets for one login. */
export function createLoginChecks(): LoginChecks {
  return {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
}

function discover({ client, fetch, issuer = TELEGRAM_LOGIN_ISSUER }: Deps) {
  const { clientId, clientSecret } = client
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    oidc.ClientSecretBasic(clientSecret),
    {
      execute: [
        // Telegram's signature is checked, and not only that its server answered.
        oidc.enableNonRepudiationChecks,
        ...(isPlain ? [oidc.allowInsecureRequests] : []),
      ],
      timeout: TIMEOUT_S,
      [oidc.customFetch]: (url, { method, headers, redirect, signal = null, body }) => {
        const form = body instanceof URLSearchParams ? body.toString() : null
        return fetch(url, { method, headers, redirect, signal, body: form })
      },
    },
  )
}
