import { Cell, beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell as OurCell, readBoc } from '#proof/ton/boc.ts'
import vectors from '#tests/vectors/ton-proof.json' with { type: 'json' }

const STATE_INITS = vectors.map(({ proof }) => Buffer.from(proof.state_init, 'base64'))

const contents = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 64, max: 1023 }))
  .map(([bits, bitLength]) => beginCell().storeUint(bits, bitLength))

/** Random trees of ordinary cells, some with a branch that is shared. */
const { tree } = fc.letrec<{ tree: Cell; leaf: Cell; node: Cell }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('node')),
  leaf: contents.map((content) => content.endCell()),
  node: fc
    .record({
      content: contents,
      refs: fc.array(tie('tree'), { maxLength: 3 }),
      isShared: fc.boolean(),
    })
    .map(({ content, refs, isShared }) => {
      const builder = beginCell().storeBuilder(content)
      for (const ref of isShared ? [...refs, ...refs.slice(0, 1)] : refs) builder.storeRef(ref)
      return builder.endCell()
    }),
}))

const serializations = fc.record({ idx: fc.boolean(), crc32: fc.boolean() })

function expectSame(ours: OurCell | null | undefined, theirs: Cell): void {
  expect(ours?.hash).toBe(theirs.hash().toString('hex'))
  expect(ours?.depth).toBe(theirs.depth())
  expect(ours?.bitLength).toBe(theirs.bits.length)
  expect(ours?.refs.length).toBe(theirs.refs.length)
  for (const [at, ref] of theirs.refs.entries()) expectSame(ours?.refs[at], ref)
}

describe('agreement with @ton/core', () => {
  test('every tree of ordinary cells is read alike in every serialization', () => {
    fc.assert(
      fc.property(tree, serializations, (cell, serialization) => {
        expectSame(readBoc(cell.toBoc(serialization)), cell)
      }),
    )
  })

  test('no damaged bag is accepted unless @ton/core reads the same root from it', () => {
    const damages = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...STATE_INITS),
        fc.boolean(),
        damages,
        (source, hasCrc, damage) => {
          const [root] = Cell.fromBoc(source)
          const bytes = Buffer.from(root?.toBoc({ idx: false, crc32: hasCrc }) ?? source)
          for (const [at, mask] of damage)
            bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ mask
          const cell = readBoc(bytes)
          if (cell !== null) expect(cell.hash).toBe(Cell.fromBoc(bytes)[0]?.hash().toString('hex'))
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** Where a bag with one byte per index counts its roots. */
const ROOT_COUNT_AT = 7
const leaf = Buffer.of(0, 2, 0xaa)
const leafCell = beginCell().storeUint(0xaa, 8).endCell()

describe('forms that @ton/core does not write', () => {
  test('the widest counts and sizes that the format has are read', () => {
    expectSame(readBoc(bag(leaf, { refBytes: 4, offsetBytes: 6 })), leafCell)
  })

  test('an index with cache bits is passed over', () => {
    expectSame(readBoc(bag(leaf, { flags: 0xa0, index: Buffer.of(0, 6) })), leafCell)
  })
})

/** A bag of that many cells without data or references. */
function emptyCells(count: number): Buffer {
  return bag(Buffer.alloc(count * 2), { count, refBytes: 2 })
}

describe('attack: a bad bag of cells is refused', () => {
  test('unlike the good one that the attacks vary', () => {
    expectSame(readBoc(bag(leaf)), leafCell)
  })

  test('several roots', () => {
    expect(readBoc(bag(Buffer.concat([leaf, leaf]), { count: 2, roots: [0, 1] }))).toBeNull()
    const forged = bag(leaf)
    forged[ROOT_COUNT_AT] = 2
    expect(readBoc(forged)).toBeNull()
  })

  test('no root', () => {
    expect(readBoc(bag(leaf, { roots: [] }))).toBeNull()
  })

  test('a root that is not there', () => {
    expect(readBoc(bag(leaf, { roots: [1] }))).toBeNull()
  })

  test('absent cells', () => {
    expect(readBoc(bag(leaf, { absent: 1 }))).toBeNull()
  })

  test('a cell that refers to itself', () => {
    expect(readBoc(bag(Buffer.of(1, 0, 0)))).toBeNull()
  })

  test('a cycle of two cells', () => {
    expect(readBoc(bag(Buffer.of(1, 0, 1, 1, 0, 0), { count: 2 }))).toBeNull()
  })

  test('a reference to a cell that is not there', () => {
    expect(readBoc(bag(Buffer.of(1, 0, 7)))).toBeNull()
  })

  test('five references', () => {
    const cells = Buffer.concat([Buffer.of(5, 0, 1, 1, 1, 1, 1), leaf])
    expect(readBoc(bag(cells, { count: 2 }))).toBeNull()
  })

  test('a pruned branch that stands in for another tree', () => {
    const pruned = Buffer.concat([Buffer.of(0x28, 72, 1, 1), Buffer.alloc(34)])
    expect(readBoc(bag(pruned))).toBeNull()
    const levelless = Buffer.concat([Buffer.of(0x08, 72, 1, 1), Buffer.alloc(34)])
    expect(readBoc(bag(levelless))).toBeNull()
  })

  test('stored hashes that lie about the cell', () => {
    expect(
      readBoc(bag(Buffer.concat([Buffer.of(0x10, 2), Buffer.alloc(34), Buffer.of(0xaa)]))),
    ).toBeNull()
  })

  test('a second spelling of whole bytes, with a completion tag that they do not need', () => {
    expect(readBoc(bag(Buffer.of(0, 3, 0xaa, 0x80)))).toBeNull()
    expect(readBoc(bag(Buffer.of(0, 3, 0xaa, 0x00)))).toBeNull()
  })

  test('bytes after the end, or too few of them', () => {
    expect(readBoc(Buffer.concat([bag(leaf), Buffer.of(0)]))).toBeNull()
    const whole = bag(leaf)
    for (let length = 0; length < whole.length; length += 1) {
      expect(readBoc(whole.subarray(0, length))).toBeNull()
    }
  })

  test('more cells announced than there are', () => {
    expect(readBoc(bag(leaf, { count: 255 }))).toBeNull()
  })

  test('fewer cells announced than there are', () => {
    expect(readBoc(bag(Buffer.concat([leaf, leaf])))).toBeNull()
  })

  test('a cell that ends before its descriptors or its references do', () => {
    expect(readBoc(bag(Buffer.of(0)))).toBeNull()
    expect(readBoc(bag(Buffer.of(1, 0)))).toBeNull()
    expect(readBoc(bag(Buffer.of(1, 0, 0), { refBytes: 2 }))).toBeNull()
  })

  test('an exotic cell that only resembles a library reference', () => {
    const library = Buffer.concat([Buffer.of(0x08, 66, 2), Buffer.alloc(32)])
    expect(readBoc(bag(library))?.exotic).toBe(true)
    const otherType = Buffer.from(library).fill(5, 2, 3)
    const referring = Buffer.concat([Buffer.of(0x09), library.subarray(1), Buffer.of(1), leaf])
    expect(readBoc(bag(otherType))).toBeNull()
    expect(readBoc(bag(referring, { count: 2 }))).toBeNull()
    expect(readBoc(bag(Buffer.of(0x08, 2, 2)))).toBeNull()
  })

  test('a checksum that is announced and missing', () => {
    expect(readBoc(bag(leaf, { flags: 0x40 }))).toBeNull()
  })

  test('flags that nobody has defined, or cache bits without an index', () => {
    for (const flags of [0x08, 0x10, 0x20]) expect(readBoc(bag(leaf, { flags }))).toBeNull()
  })

  test('so many empty cells that hashing them would hold everybody up', () => {
    expect(readBoc(emptyCells(2048))).not.toBeNull()
    expect(readBoc(emptyCells(2049))).toBeNull()
  })

  test('a chain deeper than 1024 cells', () => {
    expect(readBoc(chain(1025))?.depth).toBe(1024)
    expect(readBoc(chain(1026))).toBeNull()
    expect(readBoc(chain(6_000))).toBeNull()
  })

  test('branches shared so often that a walk over them would never end', () => {
    const levels = 250
    const cells = Buffer.alloc(levels * 6 + 2)
    for (let at = 0; at < levels; at += 1) cells.set([4, 0, at + 1, at + 1, at + 1, at + 1], at * 6)
    expect(readBoc(bag(cells, { count: levels + 1 }))?.depth).toBe(levels)
  })

  test('widths that no integer has', () => {
    for (const widths of [
      '00ff',
      '0001',
      '0500',
      '0700',
      '0100',
      '01ff',
      '1901',
      '2101',
      '4101',
      '0701',
      '0107',
    ]) {
      const bytes = Buffer.concat([Buffer.from(`b5ee9c72${widths}`, 'hex'), Buffer.alloc(64, 0xff)])
      expect(readBoc(bytes)).toBeNull()
    }
  })

  test('or read without a crash, whatever its bytes', () => {
    const tails = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    const likely = tails.map((tail) => Buffer.concat([Buffer.from('b5ee9c720101', 'hex'), tail]))
    fc.assert(
      fc.property(fc.oneof(tails, likely), (bytes) => void readBoc(bytes)),
      { numRuns: 1_000 },
    )
  })
})

/** Big-endian. */
function getBytes(value: number, length: number): Buffer {
  return Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')
}

/** A bag with `refBytes` bytes per index and count, and `offsetBytes` for the total. */
function bag(
  cells: Buffer,
  {
    count = 1,
    roots = [0],
    absent = 0,
    flags = 0,
    refBytes = 1,
    offsetBytes = 2,
    index = Buffer.alloc(0),
  } = {},
): Buffer {
  return Buffer.concat([
    Buffer.from('b5ee9c72', 'hex'),
    Buffer.of(flags | refBytes, offsetBytes),
    ...[count, roots.length, absent].map((value) => getBytes(value, refBytes)),
    getBytes(cells.length, offsetBytes),
    ...roots.map((root) => getBytes(root, refBytes)),
    index,
    cells,
  ])
}

/** A bag whose cells refer each to the next one. */
function chain(length: number): Buffer {
  const cells = Buffer.alloc(length * 4 - 2)
  for (let at = 0; at < length - 1; at += 1) {
    cells[at * 4] = 1
    cells.writeUInt16BE(at + 1, at * 4 + 2)
  }
  return bag(cells, { count: length, refBytes: 2 })
}
