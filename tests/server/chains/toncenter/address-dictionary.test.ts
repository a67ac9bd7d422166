import { Address, type Cell, Dictionary, beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddressDictionary } from '#server/chains/toncenter/address-dictionary.ts'
import { readBoc } from '#proof/ton/boc.ts'

const address = fc
  .tuple(fc.constantFrom(0, -1), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([workchain, hash]) => new Address(workchain, Buffer.from(hash)))

function getDictionary(entries: Iterable<readonly [number, Address]>): Cell {
  const dictionary = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Address())
  for (const [key, value] of entries) dictionary.set(key, value)
  return beginCell().storeDictDirect(dictionary).endCell()
}

function read(cell: Cell): string[] | null {
  const ours = readBoc(cell.toBoc())
  return ours === null ? null : readAddressDictionary(ours)
}

const raw = (one: Address) => one.toRawString()
const some = Array.from({ length: 256 }, (_, index) => new Address(0, Buffer.alloc(32, index)))

describe('agreement with @ton/core', () => {
  test('every list of addresses is read back in its order', () => {
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 40 }), (addresses) => {
        expect(read(getDictionary(addresses.entries()))).toEqual(addresses.map(raw))
      }),
    )
  })

  test.each([[[1]], [[127]], [[128]], [[255]], [[0, 2]], [[0, 128]], [[0, 255]]])(
    'the keys %j are refused',
    (keys) => {
      const entries = keys.map((key) => [key, new Address(0, Buffer.alloc(32, 7))] as const)
      expect(read(getDictionary(entries))).toBeNull()
    },
  )

  test('all keys that there can be are read', () => {
    expect(read(getDictionary(some.entries()))).toEqual(some.map(raw))
  })

  test('keys with a gap, or that do not start with 0, are refused', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(keys, address, (numbers, one) => {
        const isList = numbers.toSorted((a, b) => a - b).every((key, index) => key === index)
        const found = read(getDictionary(numbers.map((key) => [key, one] as const)))
        expect(found).toEqual(isList ? numbers.map(() => raw(one)) : null)
      }),
    )
  })
})

/** A leaf whose key is complete before it: an empty label, then an address. */
const bare = beginCell()
  .storeUint(0, 2)
  .storeAddress(new Address(0, Buffer.alloc(32, 7)))
  .endCell()

function fork(label: string, refs: Cell[] = [bare, bare]): Cell {
  const builder = beginCell()
  for (const bit of label) builder.storeBit(bit === '1')
  for (const ref of refs) builder.storeRef(ref)
  return builder.endCell()
}

/** The keys 0 to 3; the label of the fork above 0 and 1 is given, and should be empty. */
const fourKeys = (label: string) => fork('1100110', [fork(label), fork('00')])

describe('labels', () => {
  test.each(['00', '100', '1100', '1110'])('an empty label written as %s is read', (label) => {
    expect(read(fourKeys(label))).toHaveLength(4)
  })

  test.each(['', '0', '1', '10', '11', '110', '111'])('the cut label "%s" is refused', (label) => {
    expect(read(fourKeys(label))).toBeNull()
  })

  test('a label of seven bits is read, and refused without its bits', () => {
    expect(read(fork('1001110000000'))).toHaveLength(2)
    expect(read(fork('100111'))).toBeNull()
  })
})

const leaf = (value: (builder: ReturnType<typeof beginCell>) => void) => {
  // hml_same$11, bit 0, length 8 in four bits: the key 0
  const builder = beginCell().storeUint(0b110, 3).storeUint(8, 4)
  value(builder)
  return builder.endCell()
}

describe('what is no dictionary of addresses', () => {
  const standard = new Address(0, Buffer.alloc(32, 7))

  test('the hand-made dictionary that the others vary is accepted', () => {
    expect(read(leaf((builder) => builder.storeAddress(standard)))).toEqual([raw(standard)])
  })

  test.each<[string, Cell]>([
    ['an empty cell', beginCell().endCell()],
    ['no address (addr_none)', leaf((builder) => builder.storeUint(0, 2))],
    [
      'an address with anycast',
      leaf((builder) => builder.storeUint(0b101, 3).storeBuffer(Buffer.alloc(40))),
    ],
    [
      'an address of another length (addr_var)',
      leaf((b) => b.storeUint(0b110, 3).storeBuffer(Buffer.alloc(40))),
    ],
    [
      'an address of a third workchain',
      leaf((b) => b.storeUint(0b100, 3).storeUint(1, 8).storeBuffer(Buffer.alloc(32))),
    ],
    ['an address and one bit more', leaf((builder) => builder.storeAddress(standard).storeBit(1))],
    ['an address that is cut off', leaf((builder) => builder.storeUint(0b100, 3).storeUint(0, 8))],
    [
      'an address and a reference',
      leaf((b) => b.storeAddress(standard).storeRef(beginCell().endCell())),
    ],
    [
      'a label that is longer than a key',
      beginCell().storeUint(0b110, 3).storeUint(9, 4).storeAddress(standard).endCell(),
    ],
    [
      'a label that is cut off',
      beginCell().storeUint(0b10, 2).storeUint(8, 4).storeUint(0, 3).endCell(),
    ],
    ['a label without an end', beginCell().storeUint(0b0111, 4).endCell()],
    ['a fork with one way', fork('1100111', [bare])],
    ['a fork with three ways', fork('1100111', [bare, bare, bare])],
    ['a fork with one bit more', fork('11001110')],
    [
      'a library cell',
      beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32)).endCell({ exotic: true }),
    ],
  ])('%s is refused', (_, cell) => {
    expect(read(cell)).toBeNull()
  })

  test('an exotic cell is refused, whatever it holds', () => {
    const cell = readBoc(leaf((builder) => builder.storeAddress(standard)).toBoc())
    expect(cell && readAddressDictionary({ ...cell, exotic: true })).toBeNull()
  })

  test('no bits make the reader throw', () => {
    const bits = fc.uint8Array({ maxLength: 36 }).map((bytes) => Buffer.from(bytes))
    const { cell: cells } = fc.letrec<{ cell: Cell; leaf: Cell; fork: Cell }>((tie) => ({
      cell: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('fork')),
      leaf: bits.map((bytes) => beginCell().storeBuffer(bytes).endCell()),
      fork: fc
        .tuple(bits, tie('cell'), tie('cell'))
        .map(([bytes, left, right]) =>
          beginCell().storeBuffer(bytes).storeRef(left).storeRef(right).endCell(),
        ),
    }))
    fc.assert(
      fc.property(cells, (cell) => void read(cell)),
      { numRuns: 500 },
    )
  })
})
