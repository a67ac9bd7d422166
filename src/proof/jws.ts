import type { LoginJwk } from './document.ts'

/** The part of Web Crypto that is needed. Its types are those of the platform, which this folder does not assume. */
type WebCrypto = {
  importKey(
    format: 'jwk',
    key: object,
    algorithm: object,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<object>
  verify(
    algorithm: object,
    key: object,
    signature: Uint8Array,
    message: Uint8Array,
  ): Promise<boolean>
}

declare const crypto: { subtle?: WebCrypto }

const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const

/**
 * Whether it is the key's signature by its algorithm of RFC 7518. `no-web-crypto`: the engine cannot tell, such as a
 * browser on a page that came by plain http.
 */
export async function isJwsSignature(
  jwk: LoginJwk,
  { message, signature }: { message: Uint8Array; signature: Uint8Array },
): Promise<boolean | 'no-web-crypto'> {
  const { subtle } = crypto
  if (subtle === undefined) return 'no-web-crypto'
  const algorithm = ALGORITHMS[jwk.alg]
  try {
    const key = await subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return await subtle.verify(algorithm, key, signature, message)
  } catch {
    return false
  }
}
