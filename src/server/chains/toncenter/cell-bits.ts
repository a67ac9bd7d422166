import type { Cell } from '#proof/ton/boc.ts'

/** The bits of a cell's data, read one part after another. */
export type CellBits = {
  /** An unsigned number of at most 32 bits; null where fewer are left. */
  take(count: number): number | null
  /** Whole bytes in hex; null where fewer are left. */
  takeHex(bytes: number): string | null
  left(): number
}

const BYTE_BITS = 8

export function cellBits({ data, bitLength }: Pick<Cell, 'data' | 'bitLength'>): CellBits {
  let at = 0

  function take(count: number): number | null {
    if (bitLength - at < count) return null
    let value = 0
    for (const end = at + count; at < end; at += 1) value = value * 2 + bitAt(data, at)
    return value
  }

  function takeHex(bytes: number): string | null {
    if (bitLength - at < bytes * BYTE_BITS) return null
    return Array.from({ length: bytes }, () => hexByte(take(BYTE_BITS) ?? 0)).join('')
  }

  return { take, takeHex, left: () => bitLength - at }
}

function bitAt(data: Uint8Array, at: number): number {
  return ((data[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0')
}
