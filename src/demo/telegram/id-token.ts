import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import * as v from 'valibot'
import { type LoginJwk, LoginJwkSchema } from '#proof/document.ts'

/** A key that signs tokens, and its public half as a JWK set has it. */
export type TokenKey = { jwk: LoginJwk; sign: (text: string) => Uint8Array }

/** A random key, so that it cannot be mistaken for Telegram's. */
export function createTokenKey(kid: string): TokenKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { n } = publicKey.export({ format: 'jwk' })
  return {
    jwk: v.parse(LoginJwkSchema, { kty: 'RSA', kid, alg: 'RS256', n, e: 'AQAB' }),
    sign: (text) => sign('sha256', Buffer.from(text), privateKey),
  }
}

type TokenSigning = { key: TokenKey; header?: Record<string, unknown> }

/** A token in the compact form of RFC 7515. @param signing `header`: members beside `alg` and `kid`, or in their place */
export function signToken(
  claims: Record<string, unknown>,
  { key, header = {} }: TokenSigning,
): string {
  const { alg, kid } = key.jwk
  return signParts(encode({ alg, kid, typ: 'JWT', ...header }), encode(claims), key)
}

/** Signs header and claims as they are, both in base64url. */
export function signParts(header: string, claims: string, key: TokenKey): string {
  const signed = `${header}.${claims}`
  return `${signed}.${Buffer.from(key.sign(signed)).toString('base64url')}`
}

function encode(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** What PKCE compares: SHA-256 in base64url (RFC 7636, section 4.2). */
export function toChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
