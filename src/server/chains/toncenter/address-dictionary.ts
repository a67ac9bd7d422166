import type { Cell } from '#proof/ton/boc.ts'
import { type CellBits, cellBits } from './cell-bits.ts'

const KEY_BITS = 8
/** `addr_std$10` without anycast: `10 0`. */
const STANDARD_ADDRESS = 0b100
const STANDARD_ADDRESS_BITS = 3
const HASH_BYTES = 32
const MASTERCHAIN_BYTE = 0xff

/**
 * Reads the raw addresses of a dictionary (`Hashmap 8 MsgAddressInt`) in the order of their keys. The keys must be 0,
 * 1, 2 … without a gap. Null for anything else: other keys, a value that is more than a standard address of one of the
 * two workchains, exotic cells.
 *
 * @param root of the dictionary itself, without the bit and the reference that lead to it
 * @see https://github.com/ton-blockchain/ton/blob/master/crypto/block/block.tlb Hashmap, HmLabel, MsgAddressInt
 */
export function readAddressDictionary(root: Cell): string[] | null {
  const addresses: string[] = []
  const isRead = readEdge(root, { key: 0, keyBits: 0 }, (key, address) => {
    // The walk visits the keys in ascending order.
    return addresses.push(address) === key + 1
  })
  return isRead ? addresses : null
}

/** The part of a key that the path from the root determines. */
type DictionaryPath = { key: number; keyBits: number }
type VisitEntry = (key: number, address: string) => boolean

/**
 * Whether the whole subtree is well-formed and `visit` accepts each entry. Recurses at most once for each bit of a key.
 */
function readEdge(cell: Cell, way: DictionaryPath, visit: VisitEntry): boolean {
  if (cell.exotic) return false
  const bits = cellBits(cell)
  const label = readLabel(bits, KEY_BITS - way.keyBits)
  if (label === null) return false
  const keyBits = way.keyBits + label.bits
  const key = way.key * 2 ** label.bits + label.value
  if (keyBits >= KEY_BITS) {
    return keyBits === KEY_BITS && readLeaf(cell, bits, (address) => visit(key, address))
  }
  if (cell.refs.length !== 2 || bits.left() > 0) return false
  const below = (bit: number) => ({ key: key * 2 + bit, keyBits: keyBits + 1 })
  return cell.refs.every((ref, bit) => readEdge(ref, below(bit), visit))
}

function readLeaf(cell: Cell, bits: CellBits, visit: (address: string) => boolean): boolean {
  if (cell.refs.length > 0 || bits.take(STANDARD_ADDRESS_BITS) !== STANDARD_ADDRESS) return false
  const workchain = bits.take(8)
  const hash = bits.takeHex(HASH_BYTES)
  if (hash === null || bits.left() > 0) return false
  if (workchain !== 0 && workchain !== MASTERCHAIN_BYTE) return false
  return visit(`${workchain === 0 ? 0 : -1}:${hash}`)
}

type Label = { bits: number; value: number }

/** `HmLabel`, in any of its three forms, where `rest` bits of the key are left; null where it is cut off. */
function readLabel(bits: CellBits, rest: number): Label | null {
  if (bits.take(1) === 0) return withBits(bits, readUnary(bits))
  const lengthBits = Math.ceil(Math.log2(rest + 1))
  if (bits.take(1) === 0) return withBits(bits, bits.take(lengthBits))
  const bit = bits.take(1)
  const length = bits.take(lengthBits)
  return length === null ? null : { bits: length, value: bit === 0 ? 0 : 2 ** length - 1 }
}

function withBits(bits: CellBits, length: number | null): Label | null {
  if (length === null) return null
  const value = bits.take(length)
  return value === null ? null : { bits: length, value }
}

/** Ones until a zero. */
function readUnary(bits: CellBits): number | null {
  for (let ones = 0; ; ones += 1) {
    const bit = bits.take(1)
    if (bit !== 1) return bit === null ? null : ones
  }
}
