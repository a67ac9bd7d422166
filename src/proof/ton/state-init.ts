import { readBoc } from './boc.ts'

/** The content of a StateInit. Its hash is the address of the account. */
export type StateInit = {
  /** Account id: the hash of the StateInit's root cell, hex. */
  hash: string
  /** Hash of the code cell, hex. */
  codeHash: string
  data: StateInitData
}

/** The initial data cell, without its references. */
export type StateInitData = {
  /** Padded with the completion tag where {@link bitLength} is no multiple of 8. */
  bytes: Uint8Array
  bitLength: number
}

/** `split_depth:0 special:0 code:1 data:1 library:0`, then the completion tag. */
const CODE_AND_DATA = 0b00110100
const CODE_AND_DATA_BITS = 5
const PUBLIC_KEY_BYTES = 32

/**
 * Reads a StateInit in the only form that wallets have: ordinary cells, code and data present, no `split_depth`,
 * `special` or `library`. Null for anything else. Exotic data is refused, because the contract does not read its bits
 * as they are. Exotic code is a library reference, identified by its own hash.
 */
export function parseStateInit(bytes: Uint8Array): StateInit | null {
  const root = readBoc(bytes)
  if (root === null || root.exotic || root.bitLength !== CODE_AND_DATA_BITS) return null
  const [code, data, ...others] = root.refs
  if (code === undefined || data === undefined || others.length > 0) return null
  if (root.data[0] !== CODE_AND_DATA || data.exotic) return null
  return {
    hash: root.hash,
    codeHash: code.hash,
    data: { bytes: data.data, bitLength: data.bitLength },
  }
}

/** The 256 bits from `offset` on; null if the data is shorter. */
export function publicKeyAt(
  { bytes, bitLength }: StateInitData,
  offset: number,
): Uint8Array | null {
  if (bitLength < offset + PUBLIC_KEY_BYTES * 8) return null
  const [start, shift] = [offset >> 3, offset & 7]
  const key = new Uint8Array(PUBLIC_KEY_BYTES)
  for (const at of key.keys()) {
    const pair = ((bytes[start + at] ?? 0) << 8) | (bytes[start + at + 1] ?? 0)
    key[at] = (pair >> (8 - shift)) & 0xff
  }
  return key
}
