import fc from 'fast-check'
import {
  type Hex,
  bytesToHex,
  concat,
  hexToBytes,
  numberToHex,
  pad,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { checkCoSignatures, recoverCoSigner } from '#server/multisig/co-signatures.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'

const getKey = (number: number): Hex => numberToHex(number, { size: 32 })
const accounts = Array.from({ length: 12 }, (_, index) => privateKeyToAccount(getKey(index + 1)))
const [ada, ilya, negar, stranger] = accounts
if (!ada || !ilya || !negar || !stranger) throw new Error('no accounts')

const SAFE: EvmAccount = { chainId: 1, address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A' }
const TEXT = 'app.example.com wants you to sign in with your Ethereum account'
const HASH = safeMessageHash(SAFE, TEXT)
const OWNERS = [ada, ilya, negar].map(({ address }) => address)

type TestSigner = typeof ada

async function sign(owner: TestSigner, safe = SAFE, text = TEXT): Promise<Uint8Array> {
  return hexToBytes(await owner.signTypedData(safeTypedData(safe, text)))
}

function check(
  signatures: readonly Uint8Array[],
  change: Partial<Parameters<typeof checkCoSignatures>[0]> = {},
) {
  return checkCoSignatures({
    safe: SAFE,
    text: TEXT,
    owners: OWNERS,
    threshold: 2,
    signatures,
    ...change,
  })
}

const getOwners = (...args: Parameters<typeof check>) =>
  check(...args).counted.map(({ owner }) => owner)

/** The same signature with another last byte. */
const ending = (signature: Uint8Array, last: number) =>
  Uint8Array.from([...signature.subarray(0, 64), last])

/** The signature of a wallet that signs the hash as a personal message. */
async function ethSign(owner: TestSigner, text = TEXT): Promise<Uint8Array> {
  const raw = safeMessageHash(SAFE, text)
  return hexToBytes(await owner.signMessage({ message: { raw } }))
}

/** Marks a signature as a Safe wants it, with 4 added to the last byte. */
const marked = (signature: Uint8Array) => ending(signature, (signature[64] ?? 0) + 4)

/** After EIP-2098. */
function shorten(signature: Uint8Array): Uint8Array {
  const parsed = parseSignature(bytesToHex(signature))
  return hexToBytes(serializeCompactSignature(signatureToCompactSignature(parsed)))
}

const sorted = (...owners: TestSigner[]) =>
  owners
    .map(({ address }) => address)
    .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))

describe('the check of owners’ signatures', () => {
  test('takes the owner of a verified signature, of the same bytes and the same message only', async () => {
    const signature = Uint8Array.from(await sign(ada))
    // A wrong owner shows that nothing was recovered.
    const verified = { hash: HASH, owner: ilya.address, signature }
    expect(getOwners([signature], { verified })).toEqual([ilya.address])
    const ofAnother = { ...verified, hash: safeMessageHash(SAFE, `${TEXT}.`) }
    expect(getOwners([signature], { verified: ofAnother })).toEqual([ada.address])
    expect(getOwners([await sign(negar)], { verified })).toEqual([negar.address])
  })

  test('joins signatures in the order of the addresses once there are enough, in whatever order they came', async () => {
    const [first, second] = await Promise.all([sign(ada), sign(ilya)])
    const one = check([first])
    expect(one).toMatchObject({ bundle: null, refused: [] })
    expect(one.counted.map(({ owner }) => owner)).toEqual([ada.address])
    const both = check([first, second])
    expect(both.counted.map(({ owner }) => owner)).toEqual(sorted(ada, ilya))
    expect(both.bundle).toEqual(joined(both.counted))
    expect(check([second, first]).bundle).toEqual(both.bundle)
  })

  test('joins no more signatures than the threshold', async () => {
    const all = await Promise.all([ada, ilya, negar].map((owner) => sign(owner)))
    const { counted, bundle } = check(all)
    expect(counted).toHaveLength(3)
    expect(bundle).toEqual(joined(counted.slice(0, 2)))
  })

  test('counts signatures with a recovery byte of 0 or 1, which end with 27 or 28 in the bundle', async () => {
    const signatures = await Promise.all(accounts.map((owner) => sign(owner)))
    const owners = accounts.map(({ address }) => address)
    const short = signatures.map((signature) => ending(signature, (signature[64] ?? 0) - 27))
    expect(new Set(short.map((signature) => signature[64]))).toEqual(new Set([0, 1]))
    const { counted } = check(short, { owners })
    const expected = signatures.map((signature, at) => ({
      hash: HASH,
      owner: owners[at],
      signature,
    }))
    expect(counted).toHaveLength(owners.length)
    expect(counted).toEqual(expect.arrayContaining(expected))
  })

  test('counts signatures in the short form, which are 65 bytes in the bundle', async () => {
    const signature = await sign(ada)
    const { counted } = check([shorten(signature)])
    expect(counted).toEqual([{ hash: HASH, owner: ada.address, signature }])
  })

  test('counts signatures by eth_sign, marked with v 31 or 32, which keep their mark in the bundle', async () => {
    const signature = marked(await ethSign(ada))
    expect([31, 32]).toContain(signature[64])
    const { counted, bundle } = check([signature, await sign(ilya)])
    expect(counted).toContainEqual({ hash: HASH, owner: ada.address, signature })
    expect(bundle).toEqual(joined(counted))
  })

  test('one signature is enough for a threshold of one, and none never is', async () => {
    const signature = await sign(ada)
    expect(check([signature], { threshold: 1 }).bundle).toEqual(signature)
    expect(check([], { threshold: 0 }).bundle).toBeNull()
  })
})

function joined(counted: readonly { signature: Uint8Array }[]): Uint8Array {
  return concat(counted.map(({ signature }) => signature))
}

const asConfirmation = (address: string) => hexToBytes(pad(`0x${address.slice(2)}`))

const refusedAs = async (signature: Uint8Array, change: Parameters<typeof check>[1] = {}) => {
  const good = await sign(ada)
  const { refused, counted, bundle } = check([good, signature], change)
  expect(counted.map(({ owner }) => owner)).toEqual([ada.address])
  expect(bundle).toBeNull()
  return refused
}

describe('attack: a bad signature is refused', () => {
  test('a signature by somebody who is no owner', async () => {
    expect(await refusedAs(await sign(stranger))).toEqual([{ index: 1, problem: 'not-owner' }])
  })

  test('a signature by an owner who has been removed since', async () => {
    const owners = [ada.address, negar.address]
    expect(await refusedAs(await sign(ilya), { owners })).toEqual([
      { index: 1, problem: 'not-owner' },
    ])
  })

  test('twice the same owner', async () => {
    expect(await refusedAs(await sign(ada))).toEqual([{ index: 1, problem: 'repeated' }])
  })

  test('twice the same owner, the second time in the short form', async () => {
    expect(await refusedAs(shorten(await sign(ada)))).toEqual([{ index: 1, problem: 'repeated' }])
  })

  test('twice the same owner, the second time with the other half of s', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const signature = await sign(ada)
    const s = order - BigInt(bytesToHex(signature.subarray(32, 64)))
    const other = concat([signature.subarray(0, 32), hexToBytes(pad(numberToHex(s)))])
    const last = (signature[64] ?? 0) === 27 ? 28 : 27
    expect(await refusedAs(Uint8Array.from([...other, last]))).toEqual([
      { index: 1, problem: 'repeated' },
    ])
  })

  test.each([
    ['for another Safe', { ...SAFE, address: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99' }, TEXT],
    ['for the same Safe on another chain', { ...SAFE, chainId: 8453 }, TEXT],
    ['of another text', SAFE, `${TEXT}.`],
    ['of the text for another user', SAFE, TEXT.replace('app', 'ada')],
  ])('a signature %s', async (_, safe, text) => {
    expect(await refusedAs(await sign(ilya, safe, text))).toEqual([
      { index: 1, problem: 'not-owner' },
    ])
  })

  test('a signature of the text itself, as a wallet makes it for its own account', async () => {
    const personal = hexToBytes(await ilya.signMessage({ message: TEXT }))
    expect(await refusedAs(personal)).toEqual([{ index: 1, problem: 'not-owner' }])
  })

  test('an eth_sign of the hash without the mark by which a Safe knows it', async () => {
    expect(await refusedAs(await ethSign(ilya))).toEqual([{ index: 1, problem: 'not-owner' }])
  })

  test.each([4, 5])('an eth_sign whose last byte is %d', async (last) => {
    expect(await refusedAs(ending(await ethSign(ilya), last))).toEqual([
      { index: 1, problem: 'malformed' },
    ])
  })

  test('numbers that no key signs with', async () => {
    expect(await refusedAs(ending(new Uint8Array(65), 27))).toEqual([
      { index: 1, problem: 'malformed' },
    ])
  })

  test('an eth_sign of another text’s hash', async () => {
    const other = marked(await ethSign(ilya, `${TEXT}.`))
    expect(await refusedAs(other)).toEqual([{ index: 1, problem: 'not-owner' }])
  })

  test('a contract signature: the last byte is 0, and r names an owner that is a contract', async () => {
    const smuggled = concat([
      asConfirmation(ilya.address),
      asConfirmation('0x82'),
      Uint8Array.of(0),
    ])
    const [refusal] = await refusedAs(smuggled)
    expect(refusal?.index).toBe(1)
  })

  test('an approval on the chain: the last byte is 1, and r names the owner', async () => {
    const smuggled = concat([asConfirmation(ilya.address), new Uint8Array(32), Uint8Array.of(1)])
    const [refusal] = await refusedAs(smuggled)
    expect(refusal?.index).toBe(1)
  })

  test.each([31, 32])('a good signature with a last byte of %d is another key’s', async (last) => {
    expect(await refusedAs(ending(await sign(ilya), last))).toEqual([
      { index: 1, problem: 'not-owner' },
    ])
  })

  test.each([2, 3, 26, 29, 30, 33, 35, 255])(
    'a good signature with a last byte of %d is none',
    async (last) => {
      expect(await refusedAs(ending(await sign(ilya), last))).toEqual([
        { index: 1, problem: 'malformed' },
      ])
    },
  )

  test.each([0, 1, 63, 66, 130])('%d bytes are none', async (length) => {
    const long = concat([await sign(ilya), await sign(negar)])
    expect(await refusedAs(long.subarray(0, length))).toEqual([{ index: 1, problem: 'malformed' }])
  })
})

describe('whatever is given', () => {
  const bytes = fc.uint8Array({ maxLength: 70 })
  const last = fc.constantFrom(0, 1, 2, 27, 28, 29, 31, 32)
  const odd = fc.oneof(
    bytes,
    fc
      .tuple(fc.uint8Array({ minLength: 64, maxLength: 64 }), last)
      .map(([start, end]) => Uint8Array.from([...start, end])),
  )

  test('the bundle holds only signatures by keys of different owners, in their order', async () => {
    const good = await Promise.all(accounts.map((owner) => sign(owner)))
    const subset = fc.shuffledSubarray(good)
    await fc.assert(
      fc.asyncProperty(
        subset,
        fc.array(odd, { maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (some, others, threshold, ownerCount) => {
          const owners = accounts.slice(0, ownerCount).map(({ address }) => address)
          const signatures = [...others, ...some, ...some.slice(0, 1)]
          const { bundle, counted, refused } = check(signatures, { owners, threshold })
          expect(counted.length + refused.length).toBe(signatures.length)
          const expected = some.filter((one) => good.indexOf(one) < ownerCount).length
          expect(counted).toHaveLength(expected)
          expect(bundle === null).toBe(expected < threshold)
          if (bundle === null) return
          expect(bundle).toHaveLength(threshold * 65)
          const parts = Array.from({ length: threshold }, (_, at) =>
            bundle.subarray(at * 65, (at + 1) * 65),
          )
          const hash = safeMessageHash(SAFE, TEXT)
          const signers = parts.map((part) => recoverCoSigner(hash, part))
          expect(signers.map((signer) => signer?.signature)).toEqual(parts)
          const found = signers.map((signer) => signer?.owner ?? '')
          for (const owner of found) expect(owners).toContain(owner)
          const ordered = found.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
          expect(found).toEqual(ordered)
          expect(new Set(found).size).toBe(threshold)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a signature that no key made never makes the check throw, or has an owner', async () => {
    await fc.assert(
      fc.asyncProperty(odd, async (signature) => {
        const signed = recoverCoSigner(safeMessageHash(SAFE, TEXT), signature)
        if (signed === null) return
        expect(signed.signature).toHaveLength(65)
        expect([27, 28, 31, 32]).toContain(signed.signature[64])
        expect(OWNERS).not.toContain(signed.owner)
      }),
      { numRuns: 200 },
    )
  })
})
