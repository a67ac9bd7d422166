import { type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { ReadSafe } from '#server/chains/read-multisig.ts'
import { isSignedByOwners, safeSigners } from '#server/proofs/safe-signers.ts'
import { safeTypedData, textHash } from '#shared/safe-message.ts'

const TEXT = 'app.example.com wants you to sign in with your Ethereum account'
const [ada, ilya, stranger] = [1, 2, 3].map((key) =>
  privateKeyToAccount(numberToHex(key, { size: 32 })),
)
if (!ada || !ilya || !stranger) throw new Error('no accounts')

const SAFE: ReadSafe = {
  family: 'evm',
  kind: 'safe',
  chainId: 1,
  address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  version: '1.4.1',
  threshold: 2,
  owners: [ada.address, ilya.address],
  modules: [],
  guard: null,
  canSign: true,
}
/** An approval on the chain, in the first owner's name. */
const APPROVAL: Hex = `0x${ada.address.slice(2).padStart(64, '0')}${'00'.repeat(32)}01`

const hash = textHash(TEXT)
const sign = (account: typeof ada) => account.signTypedData(safeTypedData(SAFE, TEXT))
const join = (slots: readonly Hex[]): Hex => `0x${slots.map((slot) => slot.slice(2)).join('')}`
const [ofAda, ofIlya, ofStranger] = await Promise.all([sign(ada), sign(ilya), sign(stranger)])

describe('the signers of a Safe’s signature', () => {
  test.each<[string, Hex, (string | null)[]]>([
    ['two keys', join([ofAda, ofIlya]), [ada.address, ilya.address]],
    ['a key and an approval', join([ofAda, APPROVAL]), [ada.address, null]],
    ['a key and a slot that is cut off', join([ofAda, '0x1234']), [ada.address, null]],
    ['nobody', '0x', []],
    ['what is no hex', '0xzz', []],
  ])('are found: %s', async (_, signature, signers) => {
    expect(safeSigners(SAFE, { hash, signature })).toEqual(signers)
  })

  test('are checked up to a limit', async () => {
    const signature = join([ofAda, ofIlya])
    expect(safeSigners(SAFE, { hash, signature }, 1)).toEqual([ada.address])
  })
})

describe('listed owners made the signature', () => {
  test.each<[string, Hex[], Partial<ReadSafe>]>([
    ['as many as the threshold', [ofAda, ofIlya], {}],
    ['more than the threshold', [ofAda, ofIlya], { threshold: 1 }],
    ['and somebody else after the threshold', [ofAda, ofIlya, ofStranger], {}],
  ])('it is accepted: %s', async (_, slots, change) => {
    const accepted = { hash, signature: join(slots) }
    expect(isSignedByOwners({ ...SAFE, ...change }, accepted)).toBe(true)
  })
})

describe('attack: a Safe accepts what its listed owners did not sign', () => {
  test.each<[string, Hex[], Partial<ReadSafe>]>([
    ['too few owners', [ofAda], {}],
    ['one owner twice', [ofAda, ofAda], {}],
    ['one owner, listed twice', [ofAda], { owners: [ada.address, ada.address] }],
    ['somebody else among the first slots', [ofAda, ofStranger, ofIlya], {}],
    ['an approval that a module may have written', [APPROVAL, ofIlya], {}],
    ['nobody', [], { threshold: 1 }],
    ['owners whom its handler need not ask', [ofAda, ofIlya], { canSign: false }],
  ])('%s', async (_, slots, change) => {
    const accepted = { hash, signature: join(slots) }
    expect(isSignedByOwners({ ...SAFE, ...change }, accepted)).toBe(false)
  })
})
