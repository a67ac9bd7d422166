import { PORTABLE_CRYPTO, type ProofCrypto } from '../crypto.ts'
import { readBoc } from './boc.ts'
import type { TonWalletKind } from '#shared/wallet.ts'

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
export function parseStateInit(
  bytes: Uint8Array,
  sha256: ProofCrypto['sha256'] = PORTABLE_CRYPTO.sha256,
): StateInit | null {
  const root = readBoc(bytes, sha256)
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

/** How the contract behind a code hash stores its public key. */
export type TonWalletCode = {
  kind: Exclude<TonWalletKind, 'unknown'>
  /** Where the 256-bit public key starts in the initial data cell, in bits. */
  publicKeyOffset: number
  /** Whether the key can be replaced after deployment, so that the initial data no longer has it. */
  rotatable: boolean
  /**
   * First bit of the initial data of a wallet whose key may sign: `is_signature_allowed` of v5r1, the sign
   * of `seqno` in v5beta. Null where a wallet cannot switch its key off.
   */
  firstBitWhenKeySigns: 0 | 1 | null
}

const fixedKey = (kind: TonWalletCode['kind'], publicKeyOffset: number): TonWalletCode => ({
  kind,
  publicKeyOffset,
  rotatable: false,
  firstBitWhenKeySigns: null,
})

/** Every wallet contract whose data layout is known, by the hash of its code cell. */
export const TON_WALLETS: ReadonlyMap<string, TonWalletCode> = new Map([
  ['a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c', fixedKey('v1r1', 32)],
  ['d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c', fixedKey('v1r2', 32)],
  ['587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff', fixedKey('v1r3', 32)],
  ['5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329', fixedKey('v2r1', 32)],
  ['fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1', fixedKey('v2r2', 32)],
  ['b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581', fixedKey('v3r1', 64)],
  ['84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599', fixedKey('v3r2', 64)],
  ['64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d', fixedKey('v4r1', 64)],
  ['feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', fixedKey('v4r2', 64)],
  [
    'f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93',
    { ...fixedKey('v5beta', 113), firstBitWhenKeySigns: 0 },
  ],
  [
    '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
    { ...fixedKey('v5r1', 65), firstBitWhenKeySigns: 1 },
  ],
  [
    '9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768',
    { ...fixedKey('WalletTg', 72), rotatable: true },
  ],
])
