import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JSONWebKeySet } from 'jose'
import type { KeyRing } from '../store/database/field-cipher.ts'
import type { EpochMs } from '../store/database/stored.ts'

/** How long one key signs, in milliseconds. It is published for as long before and after. */
const PERIOD_MS = 30 * 24 * 60 * 60 * 1_000
/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export const TOKEN_ALGORITHM = 'ES256'

type TokenSeeds = Pick<KeyRing, 'getTokenSeeds'>

/** The key that signs now, and the name under which `/.well-known/jwks.json` has it. */
export async function getSigningKey(
  { getTokenSeeds }: TokenSeeds,
  now: EpochMs,
): Promise<{ key: KeyObject; kid: string }> {
  const [seed] = getTokenSeeds(getPeriod(now))
  const { d, shown } = await derivePair(seed)
  return { key: createPrivateKey({ key: { ...shown, d }, format: 'jwk' }), kid: shown.kid }
}

/** The public keys: those that signed last, that sign now, and that sign next. */
export async function getPublicKeys(
  { getTokenSeeds }: TokenSeeds,
  now: EpochMs,
): Promise<JSONWebKeySet> {
  const period = getPeriod(now)
  const seeds = [period - 1, period, period + 1].flatMap(getTokenSeeds)
  const pairs = await Promise.all(seeds.map(derivePair))
  return { keys: pairs.map(({ shown }) => shown) }
}

function getPeriod(now: EpochMs): number {
  return Math.floor(now / PERIOD_MS)
}

/** A key on P-256 by FIPS 186-5, A.2.1. Its name is its thumbprint (RFC 7638), so no other key has the same. */
async function derivePair(seed: Uint8Array) {
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (ORDER - 1n)) + 1n
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  // 0x04, then x and y.
  const point = pair.getPublicKey()
  const x = toText(point.subarray(1, 33))
  const y = toText(point.subarray(33))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const kid = await calculateJwkThumbprint(jwk)
  return { d: toText(secret), shown: { ...jwk, kid, alg: TOKEN_ALGORITHM, use: 'sig' } }
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64url')
}
