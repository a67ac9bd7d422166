import { utf8ToBytes } from '@noble/hashes/utils'
import * as v from 'valibot'
import { decodeBase64url } from '#shared/base64.ts'
import type { Failure } from './check.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { IdSchema, type LoginJwk, type LoginMember, SecondsSchema } from './document.ts'
import { isJwsSignature } from './jws.ts'
import { parseJson } from './parse-json.ts'
import type { ReadTelegram } from './telegram.ts'

/** Who signs the tokens of Log In With Telegram. @see https://core.telegram.org/bots/telegram-login */
export const TELEGRAM_LOGIN_ISSUER = 'https://oauth.telegram.org'

/** A key by which Telegram signs logins, and that a verifier trusts. */
export type LoginKey = {
  name: string
  jwk: LoginJwk
  /** @default TELEGRAM_LOGIN_ISSUER */
  issuer?: string
  /** Until when the issuer signed by it, in Unix seconds. @default it still does */
  until?: number
}

/**
 * The keys in Telegram's JWKS, under https://oauth.telegram.org/.well-known/jwks.json, that sign tokens with the account.
 * They are as several independent projects published them from May 2026 on. A key that Telegram no longer uses stays
 * here, with `until`.
 */
export const TELEGRAM_LOGIN_KEYS: readonly LoginKey[] = [
  {
    name: 'production',
    jwk: {
      kty: 'RSA',
      kid: 'oidc-1',
      alg: 'RS256',
      n: '5RneLtsKvVcxdv6gu6gxEQu30Cru5NiMQnY6SNr9ZyZFZ4ya-pfHNuaZXJ6QPG0JSFwoxeOkEO2-eZN_REVPm448PvjjsR1eQdZ5QpEkNxnItFcmxkHH91v5cgf52_EI9BGO-MT6f1vaBSg3uWHFlDxI7J2AYxNvd1_Nf3TkgrrR7gyJFTmEIai5RefGnA0KGNYDlRIGUzrz2F05n6gTaHFT_iHL5UHatTZA4GCiUSjIOuwqu5pE5uZge20TFv3cxXMQaFw_xv1pgQt_Rq8eoCN7TS0RQ0zjWKiad-W286BcFectXsUm03p5Nq_kY4mf_7rqwX_B8yy_bBreyKn7RQ',
      e: 'AQAB',
    },
  },
  {
    name: 'production',
    jwk: {
      kty: 'EC',
      kid: 'oidc-es256-1',
      alg: 'ES256',
      crv: 'P-256',
      x: 'ahVYrohhX6YA7w0P2gUNSwMFbaabCgBZFkeq9bWdmwU',
      y: 'Ea8nKJ34VQMA7zv8aYDfzcBhXEjnWQ9C06jVke_eUV0',
    },
  },
]

/** A login to the bot's site that Telegram signed, or whose token at least says so. */
export type SignedLogin = {
  type: 'login'
  botId: string
  /** Unix time in seconds. */
  signedAt: number
  /** From then on the token opens no session. Unix time in seconds. */
  expiresAt: number
  key: {
    kid: string
    /** Null if the verifier does not know the key: that it is Telegram's is the word of the document's maker. */
    trusted: { name: string; until: number | null } | null
  }
}

const HeaderSchema = v.object({
  alg: v.string(),
  kid: v.string(),
  // A reader that does not know an extension that must be known refuses the token (RFC 7515, section 4.1.11).
  crit: v.optional(v.never()),
})

/** Telegram's page has `id` as a number, and its tokens have it as text. `sub` is another id, and names no account. */
export const LoginAccountSchema = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(String),
  IdSchema,
)
const ClaimsSchema = v.object({
  iss: v.string(),
  aud: v.string(),
  id: LoginAccountSchema,
  nonce: v.string(),
  iat: SecondsSchema,
  exp: SecondsSchema,
})

/** Reads a token that the key beside it has signed, and says whether that key is one of those. */
export async function readLogin(
  member: LoginMember,
  keys: readonly LoginKey[],
): Promise<ReadTelegram<SignedLogin> | 'no-web-crypto'> {
  const isSigned = await isSignedByItsKey(member)
  if (isSigned === 'no-web-crypto') return isSigned
  if (!isSigned) return refused('signature-invalid')
  const { botId, idToken, jwk } = member
  const claims = v.safeParse(ClaimsSchema, decodeJson(idToken.split('.')[1] ?? ''))
  if (!claims.success) return refused('login-malformed')
  const { aud, id, nonce, iat, exp } = claims.output
  if (aud !== botId) return refused('login-of-another-bot')
  const trusted = findTrusted(claims.output, jwk, keys)
  if (typeof trusted === 'string') return refused(trusted)
  const key = { kid: jwk.kid, trusted }
  return {
    ok: true,
    signed: { type: 'login', botId, signedAt: iat, expiresAt: exp, key },
    said: { telegramId: id, code: nonce },
  }
}

async function isSignedByItsKey({ idToken, jwk }: LoginMember) {
  const [header = '', claims = '', signature = ''] = idToken.split('.')
  const head = v.safeParse(HeaderSchema, decodeJson(header))
  if (!head.success || head.output.alg !== jwk.alg || head.output.kid !== jwk.kid) return false
  return isJwsSignature(jwk, {
    message: utf8ToBytes(`${header}.${claims}`),
    signature: decodeBase64url(signature),
  })
}

/** What the verifier knows of the key of a token; null for a `kid` that it does not know, in Telegram's name. */
function findTrusted(
  { iss, iat }: { iss: string; iat: number },
  jwk: LoginJwk,
  keys: readonly LoginKey[],
): SignedLogin['key']['trusted'] | Failure {
  const named = keys.filter(
    ({ issuer = TELEGRAM_LOGIN_ISSUER, jwk: { kid } }) => issuer === iss && kid === jwk.kid,
  )
  if (named.length === 0) return iss === TELEGRAM_LOGIN_ISSUER ? null : 'login-of-another-issuer'
  const key = named.find((one) => getMaterial(one.jwk) === getMaterial(jwk))
  if (key === undefined) return 'key-differs'
  const { name, until = null } = key
  return until !== null && iat > until ? 'key-outdated' : { name, until }
}

function refused(reason: Failure): { ok: false; reason: Failure } {
  return { ok: false, reason }
}

/** What makes two keys of one kid and issuer the same key. */
function getMaterial(jwk: LoginJwk): string {
  return jwk.kty === 'RSA' ? jwk.n : `${jwk.x}.${jwk.y}`
}

/** Null for what is no JSON in UTF-8 that every reader reads alike. */
function decodeJson(part: string): unknown {
  const text = decodeUtf8(decodeBase64url(part))
  const parsed = text === null ? null : parseJson(text)
  return parsed?.ok ? parsed.value : null
}
