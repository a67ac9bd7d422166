import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { decodeBase64, encodeBase64url } from './base64.ts'
import type { TonNetwork } from './wallet.ts'

/** A well-formed TON address in any of its written forms. */
export type TonAddress = {
  workchain: 0 | -1
  /** The account id: 64 lower-case hex digits. */
  hash: string
  /** Whether the friendly form is marked for test networks only; null for the raw form, which cannot say. */
  testOnly: boolean | null
  /** The form that is stored and compared: `workchain:hash`. */
  raw: string
}

type FriendlyFormat = {
  network: TonNetwork
  /** @default false: wallets are shown non-bounceable, so that coins reach them before they are deployed */
  bounceable?: boolean
}

const RAW = /^(0|-1):([0-9a-f]{64})$/i
const FRIENDLY = /^(?:[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/

const BOUNCEABLE_TAG = 0x11
const NON_BOUNCEABLE_TAG = 0x51
const TEST_ONLY_FLAG = 0x80
const MASTERCHAIN_BYTE = 0xff
/** Tag, workchain and account id; the CRC16 of these follows. */
const CHECKED_BYTES = 34

/**
 * Reads a TON address in raw form (`0:3f…`, hex in either case) or friendly form (48 characters of base64 or
 * base64url with a checksum). Null for anything else, other workchains included.
 */
export function parseTonAddress(text: string): TonAddress | null {
  return parseRaw(text) ?? parseFriendly(text)
}

/**
 * The friendly form, in base64url: `UQ…` on mainnet, `0Q…` on testnet, `EQ…` and `kQ…` when bounceable.
 *
 * @param raw address in raw form
 * @throws RangeError for anything but a raw address
 */
export function formatTonAddress(
  raw: string,
  { network, bounceable = false }: FriendlyFormat,
): string {
  const address = parseRaw(raw)
  if (address === null) throw new RangeError('not a raw TON address')
  const tag = bounceable ? BOUNCEABLE_TAG : NON_BOUNCEABLE_TAG
  const checked = [
    network === '-3' ? tag | TEST_ONLY_FLAG : tag,
    address.workchain === 0 ? 0 : MASTERCHAIN_BYTE,
    ...hexToBytes(address.hash),
  ]
  const checksum = crc16(checked)
  return encodeBase64url(Uint8Array.of(...checked, checksum >> 8, checksum & 0xff))
}

function parseRaw(text: string): TonAddress | null {
  const [, workchain, hex] = RAW.exec(text) ?? []
  if (workchain === undefined || hex === undefined) return null
  return tonAddress({
    workchain: workchain === '0' ? 0 : -1,
    hash: hex.toLowerCase(),
    testOnly: null,
  })
}

function parseFriendly(text: string): TonAddress | null {
  if (!FRIENDLY.test(text)) return null
  const bytes = decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  const [tag = 0, workchain = 0] = bytes
  const [high = 0, low = 0] = bytes.slice(CHECKED_BYTES)
  const form = tag & ~TEST_ONLY_FLAG
  if (form !== BOUNCEABLE_TAG && form !== NON_BOUNCEABLE_TAG) return null
  if (workchain !== 0 && workchain !== MASTERCHAIN_BYTE) return null
  if (crc16(bytes.slice(0, CHECKED_BYTES)) !== ((high << 8) | low)) return null
  return tonAddress({
    workchain: workchain === 0 ? 0 : -1,
    hash: bytesToHex(bytes.slice(2, CHECKED_BYTES)),
    testOnly: (tag & TEST_ONLY_FLAG) !== 0,
  })
}

function tonAddress(parts: Omit<TonAddress, 'raw'>): TonAddress {
  return { ...parts, raw: `${parts.workchain}:${parts.hash}` }
}

/** CRC-16/XMODEM: polynomial 0x1021, initial value 0. */
function crc16(bytes: Iterable<number>): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
    }
  }
  return crc
}
