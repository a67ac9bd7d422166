import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { PORTABLE_CRYPTO, type Sha256 } from '../crypto.ts'

/** One cell of TON's tree of cells, with its representation hash. */
export type Cell = {
  exotic: boolean
  /** The data, with the completion tag in its last byte where {@link bitLength} is no multiple of 8. */
  data: Uint8Array
  bitLength: number
  refs: readonly Cell[]
  /** Length of the longest path down to a leaf. */
  depth: number
  /** SHA-256 of the representation, hex. */
  hash: string
}

/** A cell as the bytes hold it, before the cells that it refers to are known. */
type CellHead = Pick<Cell, 'exotic' | 'data' | 'bitLength'> & {
  descriptors: number
  refIndices: number[]
}

type Layout = {
  cellCount: number
  rootIndex: number
  /** Bytes of one cell index. */
  refBytes: number
  cells: Uint8Array
}

const MAGIC = 0xb5ee9c72
const HAS_INDEX = 0x80
const HAS_CRC = 0x40
const HAS_CACHE_BITS = 0x20
const RESERVED_FLAGS = 0x18
const REF_BYTES_MASK = 7
/** Magic, flags and the two widths; the counts follow. */
const WIDTHS_END = 6
const CRC_BYTES = 4
const MAX_REF_BYTES = 4
/** A size that needs more bytes is not plausible here, and a number is exact up to 53 bits. */
const MAX_OFFSET_BYTES = 6
const REFS_MASK = 7
/** Descriptor bits for a level above zero and for stored hashes: only proofs and pruned trees have them. */
const LEVEL_AND_HASHES = 0xf0
const EXOTIC_FLAG = 8
const MAX_REFS = 4
const MAX_DEPTH = 1024
/** Each cell costs a hash. Wallets have a few dozen; input full of empty cells would have thousands. */
const MAX_CELLS = 2048
const HASH_BYTES = 32
const LIBRARY_TYPE = 2
/** A library cell: its type byte and the hash of the cell that it stands for. */
const LIBRARY_BITS = 8 + HASH_BYTES * 8

/**
 * Reads a bag of cells with exactly one root; null if it is anything else.
 *
 * Stricter than the format, and linear in the size of the input. Every reference points forward, so there is no cycle.
 * There are at most {@link MAX_CELLS} cells. No cell has stored hashes or a level. Library references are the only
 * exotic cells allowed. Nothing follows the end, and a checksum must be correct if there is one.
 *
 * @see https://docs.ton.org/foundations/serialization/boc
 */
export function readBoc(bytes: Uint8Array, sha256: Sha256 = PORTABLE_CRYPTO.sha256): Cell | null {
  const layout = readLayout(bytes)
  if (layout === null) return null
  const heads = readHeads(layout)
  return heads === null ? null : buildTree(heads, layout.rootIndex, sha256)
}

function readLayout(bytes: Uint8Array): Layout | null {
  const widths = readWidths(bytes)
  if (widths === null) return null
  const { flags, refBytes, offsetBytes } = widths
  const indexAt = WIDTHS_END + refBytes * 4 + offsetBytes
  if (bytes.length < indexAt) return null

  const countAt = (position: number) => readUint(bytes, WIDTHS_END + position * refBytes, refBytes)
  const [cellCount, rootCount, absentCount] = [countAt(0), countAt(1), countAt(2)]
  if (rootCount !== 1 || absentCount !== 0 || cellCount > MAX_CELLS) return null
  const cellsLength = readUint(bytes, WIDTHS_END + refBytes * 3, offsetBytes)
  const cellsAt = indexAt + (flags & HAS_INDEX ? cellCount * offsetBytes : 0)
  const cellsEnd = cellsAt + cellsLength
  if (!isEnd(bytes, { end: cellsEnd, hasCrc: (flags & HAS_CRC) !== 0 })) return null
  const rootIndex = readUint(bytes, indexAt - refBytes, refBytes)
  return { cellCount, rootIndex, refBytes, cells: bytes.subarray(cellsAt, cellsEnd) }
}

type Widths = { flags: number; refBytes: number; offsetBytes: number }

function readWidths(bytes: Uint8Array): Widths | null {
  if (bytes.length < WIDTHS_END || readUint(bytes, 0, 4) !== MAGIC) return null
  const flags = readUint(bytes, 4, 1)
  const refBytes = flags & REF_BYTES_MASK
  const offsetBytes = readUint(bytes, 5, 1)
  if (!areFlagsKnown(flags)) return null
  if (!isBetween(refBytes, 1, MAX_REF_BYTES)) return null
  return isBetween(offsetBytes, 1, MAX_OFFSET_BYTES) ? { flags, refBytes, offsetBytes } : null
}

function areFlagsKnown(flags: number): boolean {
  if (flags & RESERVED_FLAGS) return false
  return (flags & HAS_CACHE_BITS) === 0 || (flags & HAS_INDEX) !== 0
}

function isBetween(value: number, least: number, max: number): boolean {
  return value >= least && value <= max
}

/** Whether the input ends at `end`, or right after it with the CRC-32C of all bytes before. */
function isEnd(bytes: Uint8Array, { end, hasCrc }: { end: number; hasCrc: boolean }): boolean {
  if (!hasCrc) return end === bytes.length
  if (end + CRC_BYTES !== bytes.length) return false
  return crc32c(bytes.subarray(0, end)) === readChecksum(bytes.subarray(end))
}

function readHeads({ cellCount, refBytes, cells }: Layout): CellHead[] | null {
  const heads: CellHead[] = []
  let at = 0
  while (heads.length < cellCount) {
    const head = readHead(cells, at, refBytes)
    if (head === null) return null
    heads.push(head)
    at += 2 + head.data.length + head.refIndices.length * refBytes
  }
  return at === cells.length ? heads : null
}

function readHead(cells: Uint8Array, at: number, refBytes: number): CellHead | null {
  const dataAt = at + 2
  if (dataAt > cells.length) return null
  const descriptors = readUint(cells, at, 2)
  const [d1, d2] = [descriptors >> 8, descriptors & 0xff]
  const refCount = d1 & REFS_MASK
  const refsAt = dataAt + Math.ceil(d2 / 2)
  if (d1 & LEVEL_AND_HASHES || refCount > MAX_REFS) return null
  if (refsAt + refCount * refBytes > cells.length) return null

  const data = cells.subarray(dataAt, refsAt)
  const bitLength = d2 % 2 === 0 ? data.length * 8 : taggedBitLength(data)
  if (bitLength === null) return null
  const refIndices: number[] = []
  for (let ref = 0; ref < refCount; ref += 1) {
    refIndices.push(readUint(cells, refsAt + ref * refBytes, refBytes))
  }
  return { exotic: (d1 & EXOTIC_FLAG) !== 0, data, bitLength, descriptors, refIndices }
}

/** Number of bits before the completion tag; null if there is no tag, or one that whole bytes do not need. */
function taggedBitLength(data: Uint8Array): number | null {
  const last = data.at(-1) ?? 0
  if ((last & 0x7f) === 0) return null
  const tagBit = 31 - Math.clz32(last & -last)
  return data.length * 8 - tagBit - 1
}

/** Builds from the last cell to the first: a reference must point to one that is built already. */
function buildTree(heads: CellHead[], rootIndex: number, sha256: Sha256): Cell | null {
  const cells: Cell[] = []
  for (let index = heads.length - 1; index >= 0; index -= 1) {
    const head = heads[index]
    const cell = head && buildCell(head, cells, sha256)
    if (!cell) return null
    cells[index] = cell
  }
  return cells[rootIndex] ?? null
}

function buildCell(head: CellHead, built: Cell[], sha256: Sha256): Cell | null {
  const { exotic, data, bitLength, descriptors } = head
  const refs: Cell[] = []
  let depth = 0
  for (const index of head.refIndices) {
    const ref = built[index]
    if (ref === undefined) return null
    refs.push(ref)
    depth = Math.max(depth, ref.depth + 1)
  }
  if (depth > MAX_DEPTH) return null
  if (exotic && !isLibrary(head)) return null
  const hash = hashCell({ descriptors, data, refs }, sha256)
  return { exotic, data, bitLength, refs, depth, hash }
}

function isLibrary({ data, bitLength, refIndices }: CellHead): boolean {
  return bitLength === LIBRARY_BITS && data[0] === LIBRARY_TYPE && refIndices.length === 0
}

/** What the representation hash of a cell of level 0 covers. */
export type CellParts = {
  /** Both descriptor bytes, big-endian. */
  descriptors: number
  data: Uint8Array
  refs: readonly Pick<Cell, 'depth' | 'hash'>[]
}

/** SHA-256, in hex, over descriptors, data, then the depths and then the hashes of the references. */
export function hashCell({ descriptors, data, refs }: CellParts, sha256: Sha256): string {
  const depthsAt = 2 + data.length
  const hashesAt = depthsAt + refs.length * 2
  const bytes = new Uint8Array(hashesAt + refs.length * HASH_BYTES)
  bytes.set([descriptors >> 8, descriptors & 0xff])
  bytes.set(data, 2)
  for (const [index, { depth, hash }] of refs.entries()) {
    bytes.set([depth >> 8, depth & 0xff], depthsAt + index * 2)
    bytes.set(hexToBytes(hash), hashesAt + index * HASH_BYTES)
  }
  return bytesToHex(sha256(bytes))
}

/** An unsigned big-endian number of at most 6 bytes. */
function readUint(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (const byte of bytes.subarray(at, at + count)) value = value * 256 + byte
  return value
}

/** A little-endian uint32. */
export function readChecksum([a = 0, b = 0, c = 0, d = 0]: Uint8Array): number {
  return readUint(Uint8Array.of(d, c, b, a), 0, CRC_BYTES)
}

/** The Castagnoli polynomial, bits reversed. */
const POLYNOMIAL = 0x82f63b78

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)
  return crc
})

/** CRC-32C (RFC 3720 appendix B.4) as an unsigned number. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}
