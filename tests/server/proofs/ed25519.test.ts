import { generateKeyPairSync, sign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { describe, expect, test } from 'vitest'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { NODE_CRYPTO } from '#server/proofs/node-crypto.ts'

const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const { publicKey: keyObject, privateKey } = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(keyObject.export({ format: 'jwk' }).x ?? '', 'base64url')
const message = Buffer.from('message')
const signature = sign(null, message, privateKey)

describe.each([
  ['the platform', NODE_CRYPTO],
  ['the portable verifier', PORTABLE_CRYPTO],
])('as %s judges it', (_, { isEd25519Signature }) => {
  test('the signature of the key is accepted', () => {
    expect(isEd25519Signature({ publicKey, message, signature })).toBe(true)
  })

  describe('attack: a bad signature is refused', () => {
    test('a signature of another message or another key', () => {
      const other = generateKeyPairSync('ed25519').privateKey
      expect(isEd25519Signature({ publicKey, message: Buffer.from('other'), signature })).toBe(
        false,
      )
      expect(
        isEd25519Signature({ publicKey, message, signature: sign(null, message, other) }),
      ).toBe(false)
    })

    test('signature malleability: S plus the order of the group', () => {
      const s = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`)
      const added = Buffer.from(
        (s + GROUP_ORDER).toString(16).padStart(64, '0'),
        'hex',
      ).toReversed()
      const malleated = Buffer.concat([signature.subarray(0, 32), added])
      expect(isEd25519Signature({ publicKey, message, signature: malleated })).toBe(false)
    })

    test.each([
      ['of order 1', `01${'00'.repeat(31)}`],
      ['of order 1 with a sign', `01${'00'.repeat(30)}80`],
      ['of order 2', `ec${'ff'.repeat(30)}7f`],
      ['of order 4', '00'.repeat(32)],
      ['of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
      [
        'of order 8, the other one',
        'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      ],
      ['that is not canonical', `ee${'ff'.repeat(30)}7f`],
    ])('a key %s, under which anybody can sign', (_, hex) => {
      const weak = Buffer.from(hex, 'hex')
      expect(ed25519.verify(FORGED, message, weak, { zip215: true })).toBe(true)
      for (const any of MESSAGES)
        expect(isEd25519Signature({ publicKey: weak, message: any, signature: FORGED })).toBe(false)
    })

    test('a key that is no point of the curve', () => {
      const off = Buffer.from(`02${'00'.repeat(31)}`, 'hex')
      expect(isEd25519Signature({ publicKey: off, message, signature })).toBe(false)
    })
  })

  test('attack: a signature that is too short or too long is refused', () => {
    for (const length of [0, 63, 65]) {
      const other = Buffer.concat([signature, Buffer.alloc(1)]).subarray(0, length)
      expect(isEd25519Signature({ publicKey, message, signature: other })).toBe(false)
    }
  })
})

/** R is the neutral element, and S is 0: verification that checks no more than the equation accepts it. */
const FORGED = Buffer.concat([Buffer.from(`01${'00'.repeat(31)}`, 'hex'), Buffer.alloc(32)])
/** Without the cofactor, the equation holds for one message in as many as the key's order. */
const MESSAGES = Array.from({ length: 64 }, (_, at) => Buffer.of(at))
