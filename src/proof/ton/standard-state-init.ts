import { bytesToHex } from '@noble/hashes/utils'
import type { Sha256 } from '../crypto.ts'
import { crc32c, hashCell, readChecksum } from './boc.ts'
import type { StateInit } from './state-init.ts'

/**
 * The StateInit of a standard wallet as the common serializer writes it: a frame that is the same for all wallets of
 * the kind (header, root, code and the descriptors of the data cell), the data, a CRC-32C.
 */
type StandardLayout = {
  /** Length of the frame, in bytes. */
  frameBytes: number
  /** SHA-256 of the frame, hex. It fixes every byte outside the data, including the code. */
  frameHash: string
  codeHash: string
  codeDepth: number
  dataBits: number
}

const LAYOUTS: readonly StandardLayout[] = [
  {
    // v3r2
    frameBytes: 131,
    frameHash: '240797f810a3573114ea759db217b5edacefb8705cec696112d3ee0964d8b4b7',
    codeHash: '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599',
    codeDepth: 0,
    dataBits: 320,
  },
  {
    // v4r2
    frameBytes: 743,
    frameHash: '7b0b5ac2a24ea0a2c2996a71494539a0396a6629fd7ad90ae596da46ed793344',
    codeHash: 'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0',
    codeDepth: 7,
    dataBits: 321,
  },
  {
    // v5r1
    frameBytes: 660,
    frameHash: '66adbfc91abfdcb71b4f51d8f05f78c786fa744ad5743707beb0b317e2231829',
    codeHash: '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
    codeDepth: 6,
    dataBits: 322,
  },
]

const CRC_BYTES = 4
/** Root of a StateInit with only code and data: two references, five bits. */
const ROOT_DESCRIPTORS = 0x0201
const ROOT_DATA = Uint8Array.of(0b00110100)

/**
 * Reads the StateInit of a standard wallet with a few hashes and no cells. Null unless the bytes have exactly the layout of a
 * standard wallet. The result is always that of `parseStateInit`, because the data is read from the bytes and every other
 * byte is known.
 */
export function readStandardStateInit(bytes: Uint8Array, sha256: Sha256): StateInit | null {
  const layout = LAYOUTS.find(
    (each) => bytes.length === each.frameBytes + getDataBytes(each) + CRC_BYTES,
  )
  if (layout === undefined) return null
  const end = bytes.length - CRC_BYTES
  if (bytesToHex(sha256(bytes.subarray(0, layout.frameBytes))) !== layout.frameHash) return null
  if (crc32c(bytes.subarray(0, end)) !== readChecksum(bytes.subarray(end))) return null
  const data = bytes.subarray(layout.frameBytes, end)
  if (!endsAt(data, layout.dataBits)) return null
  return {
    hash: stateInitHash(layout, data, sha256),
    codeHash: layout.codeHash,
    data: { bytes: data, bitLength: layout.dataBits },
  }
}

function getDataBytes({ dataBits }: StandardLayout): number {
  return Math.ceil(dataBits / 8)
}

/** Whether the completion tag comes right after the data, if the last byte is partly used. */
function endsAt(data: Uint8Array, bitLength: number): boolean {
  const usedBits = bitLength % 8
  if (usedBits === 0) return true
  const rest = (data.at(-1) ?? 0) & (0xff >> usedBits)
  return rest === 0x80 >> usedBits
}

function stateInitHash(
  { codeHash, codeDepth, dataBits }: StandardLayout,
  data: Uint8Array,
  sha256: Sha256,
): string {
  const descriptors = Math.floor(dataBits / 8) + Math.ceil(dataBits / 8)
  const dataHash = hashCell({ descriptors, data, refs: [] }, sha256)
  const refs = [
    { depth: codeDepth, hash: codeHash },
    { depth: 0, hash: dataHash },
  ]
  return hashCell({ descriptors: ROOT_DESCRIPTORS, data: ROOT_DATA, refs }, sha256)
}
