import { Cell, beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { readStandardStateInit } from '#proof/ton/standard-state-init.ts'
import { parseStateInit, publicKeyAt, TON_WALLETS } from '#proof/ton/state-init.ts'
import { type TonSignerKind, createTonSigner } from '#tests/support/ton-signer.ts'
import vectors from '#tests/vectors/ton-proof.json' with { type: 'json' }
import { wallets } from '#tests/vectors/ton-wallet-codes.json' with { type: 'json' }

const STANDARD: TonSignerKind[] = ['v3r2', 'v4r2', 'v5r1']
const NETWORKS = ['-239', '-3'] as const
const WORKCHAINS = [0, -1] as const
const getStateInit = (options: Parameters<typeof createTonSigner>[0]) =>
  Buffer.from(createTonSigner(options).stateInit, 'base64')

const stateInits = fc
  .record({
    kind: fc.constantFrom(...STANDARD),
    seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    network: fc.constantFrom(...NETWORKS),
    workchain: fc.constantFrom(...WORKCHAINS),
  })
  .map(getStateInit)
const SAMPLES = STANDARD.map((kind) =>
  getStateInit({ kind, seed: Buffer.alloc(32, 7), network: '-239' }),
)

const readQuickly = (bytes: Uint8Array) => readStandardStateInit(bytes, PORTABLE_CRYPTO.sha256)
const parse = (cell: Cell) => parseStateInit(cell.toBoc())

test('the wallet table agrees with the published vectors', () => {
  const table = [...TON_WALLETS].map(([codeHash, { kind, publicKeyOffset, rotatable }]) => ({
    name: kind,
    codeHash,
    publicKeyOffset,
    rotatableKey: rotatable,
  }))
  expect(table).toEqual(
    wallets.map(({ name, codeHash, publicKeyOffset, rotatableKey }) => ({
      name,
      codeHash,
      publicKeyOffset,
      rotatableKey: rotatableKey ?? false,
    })),
  )
})

describe('the parser of a StateInit', () => {
  test.each(vectors)(
    'reads the key and the address of $name',
    ({ name, address, public_key, proof }) => {
      const stateInit = parseStateInit(Buffer.from(proof.state_init, 'base64'))
      const wallet = TON_WALLETS.get(stateInit?.codeHash ?? '')
      expect(wallet?.kind).toBe(name.replace('-masterchain', ''))
      expect(stateInit?.hash).toBe(address.split(':')[1])
      const key = stateInit && wallet ? publicKeyAt(stateInit.data, wallet.publicKeyOffset) : null
      expect(key && Buffer.from(key).toString('hex')).toBe(public_key)
    },
  )

  const code = beginCell().storeUint(1, 8).endCell()
  const data = beginCell().storeUint(2, 8).endCell()
  const library = beginCell().storeUint(2, 8).storeUint(0, 256).endCell({ exotic: true })

  test('accepts a StateInit of code and data, with code from a library too', () => {
    expect(
      parse(beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(data).endCell()),
    ).not.toBeNull()
    expect(
      parse(beginCell().storeUint(0b00110, 5).storeRef(library).storeRef(data).endCell()),
    ).not.toBeNull()
  })

  test.each<[string, () => Cell]>([
    ['code alone', () => beginCell().storeUint(0b00100, 5).storeRef(code).endCell()],
    [
      'one reference where it announces two',
      () => beginCell().storeUint(0b00110, 5).storeRef(code).endCell(),
    ],
    [
      'code and libraries',
      () => beginCell().storeUint(0b00101, 5).storeRef(code).storeRef(data).endCell(),
    ],
    ['data alone', () => beginCell().storeUint(0b00010, 5).storeRef(data).endCell()],
    [
      'a split depth',
      () => beginCell().storeUint(0b100000_0110, 10).storeRef(code).storeRef(data).endCell(),
    ],
    [
      'a special contract',
      () => beginCell().storeUint(0b0111_110, 7).storeRef(code).storeRef(data).endCell(),
    ],
    [
      'libraries',
      () =>
        beginCell().storeUint(0b00111, 5).storeRef(code).storeRef(data).storeRef(data).endCell(),
    ],
    [
      'bits after its end',
      () => beginCell().storeUint(0b001100, 6).storeRef(code).storeRef(data).endCell(),
    ],
    [
      'its completion tag as data',
      () => beginCell().storeUint(0b00110100, 8).storeRef(code).storeRef(data).endCell(),
    ],
    [
      'a third reference',
      () =>
        beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(data).storeRef(data).endCell(),
    ],
    [
      'data that is a library reference',
      () => beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(library).endCell(),
    ],
    ['nothing but a library reference', () => library],
  ])('refuses a StateInit with %s', (_, build) => {
    expect(parse(build())).toBeNull()
  })

  test('does not read a key that the data is too short for', () => {
    const bytes = Buffer.alloc(40, 0xff)
    expect(publicKeyAt({ bytes, bitLength: 320 }, 64)).toEqual(new Uint8Array(32).fill(0xff))
    expect(publicKeyAt({ bytes, bitLength: 320 }, 65)).toBeNull()
  })
})

describe('the table of known wallets', () => {
  test('recognises every StateInit of a standard wallet as what it is parsed to', () => {
    fc.assert(
      fc.property(stateInits, (bytes) => {
        const recognised = readQuickly(bytes)
        expect(recognised).not.toBeNull()
        expect(recognised).toEqual(parseStateInit(bytes))
      }),
      { numRuns: 50 },
    )
  })

  test('recognises nothing that is not parsed to the same, whatever bytes are changed', () => {
    const damages = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...SAMPLES),
        damages,
        fc.boolean(),
        (sample, damage, isCrcFixed) => {
          const bytes = Buffer.from(sample)
          const last = bytes.length - 1
          for (const [back, mask] of damage) bytes[last - back] = (bytes[last - back] ?? 0) ^ mask
          const source = isCrcFixed ? fixCrc(bytes) : bytes
          const recognised = readQuickly(source)
          if (recognised !== null) expect(recognised).toEqual(parseStateInit(source))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('notices every change of a byte of the frame, the checksum being right', () => {
    for (const genuine of SAMPLES) {
      for (let at = 0; at < genuine.length - 45; at += 1) {
        const bytes = Buffer.from(genuine)
        bytes[at] = (bytes[at] ?? 0) ^ 1
        expect(readQuickly(fixCrc(bytes))).toBeNull()
      }
    }
  })

  test('leaves another serialization of the same StateInit to the parser', () => {
    const { stateInit } = createTonSigner({
      kind: 'v4r2',
      seed: Buffer.alloc(32, 7),
      network: '-239',
    })
    const bytes = Buffer.from(Cell.fromBase64(stateInit).toBoc({ idx: false, crc32: false }))
    expect(readQuickly(bytes)).toBeNull()
    expect(parseStateInit(bytes)).toEqual(parseStateInit(Buffer.from(stateInit, 'base64')))
  })
})

/** The bytes with a correct CRC-32C at their end, computed bit by bit. */
function fixCrc(bytes: Buffer): Buffer {
  const fixed = Buffer.from(bytes)
  let crc = 0xffffffff
  for (const byte of fixed.subarray(0, -4)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  fixed.writeUInt32LE(~crc >>> 0, fixed.length - 4)
  return fixed
}
