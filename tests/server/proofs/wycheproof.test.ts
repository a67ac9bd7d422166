import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { PORTABLE_CRYPTO, type ProofCrypto } from '#proof/crypto.ts'
import { NODE_CRYPTO } from '#server/proofs/node-crypto.ts'

const VectorsSchema = v.array(
  v.object({
    tcId: v.number(),
    comment: v.string(),
    key: v.string(),
    msg: v.string(),
    sig: v.string(),
    result: v.picklist(['valid', 'invalid']),
  }),
)
const file = join(import.meta.dirname, '../../vectors/wycheproof.json')
const { ed25519, secp256k1 } = v.parse(
  v.object({ ed25519: VectorsSchema, secp256k1: VectorsSchema }),
  JSON.parse(readFileSync(file, 'utf8')),
)
type Vector = (typeof ed25519)[number]

/** The x-coordinate of their nonce is not below the order. Ethereum's `v` is 27 or 28 and cannot say so. */
const REDUCED = [
  '115: k*G has a large x-coordinate',
  '247: r = 2, x = n + 2 is the smallest possible x with a reduction',
]

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** The vectors that are judged otherwise than the list says. */
function findOthers(vectors: readonly Vector[], isValid: (vector: Vector) => boolean): string[] {
  return vectors
    .filter((vector) => isValid(vector) !== (vector.result === 'valid'))
    .map(({ tcId, comment }) => `${tcId}: ${comment}`)
}

/** Whether one of the two recovered keys is the signer's. */
function isRecovered({ key, msg, sig }: Vector, { recoverKey }: ProofCrypto): boolean {
  const hash = createHash('sha256').update(bytes(msg)).digest()
  return ([0, 1] as const).some((recovery) => {
    try {
      const found = recoverKey({ hash, compact: bytes(sig), recovery })
      return found !== null && bytes(key).equals(found)
    } catch {
      return false
    }
  })
}

describe.each([
  ['the platform', NODE_CRYPTO],
  ['the portable verifier', PORTABLE_CRYPTO],
])('as %s judges the vectors of Wycheproof', (_, crypto) => {
  test('Ed25519: every signature is judged as the list says', () => {
    const others = findOthers(ed25519, ({ key, msg, sig }) =>
      crypto.isEd25519Signature({
        publicKey: bytes(key),
        message: bytes(msg),
        signature: bytes(sig),
      }),
    )
    expect(ed25519).toHaveLength(151)
    expect(others).toEqual([])
  })

  test('secp256k1: the key is recovered where the list calls the signature valid, but for two that no chain takes', () => {
    expect(secp256k1).toHaveLength(252)
    expect(findOthers(secp256k1, (vector) => isRecovered(vector, crypto))).toEqual(REDUCED)
  })
})
