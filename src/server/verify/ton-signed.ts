import type { TonProof } from '#shared/ton-proof.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { type TonAddress, parseTonAddress } from '#shared/ton-address.ts'
import type { ChainKey } from '#proof/document.ts'
import type {
  Binding,
  ProvenTonWallet,
  TonNetwork,
  TonKeySource,
  TonWalletKind,
} from '#shared/wallet.ts'
import { decodeBase64, nodeSha256 } from './bytes.ts'
import {
  type StateInit,
  parseStateInit,
  publicKeyAt,
  TON_WALLETS,
  type TonWalletCode,
} from '#proof/ton/state-init.ts'
import type { ExclusiveTonChain, TonKeyReport } from './ton-chain.ts'
import { createPublicKey, verify, hash } from 'node:crypto'
import { hashCell, crc32c } from '#proof/ton/boc.ts'

/** Why a signature of a TON wallet is refused. */
export type TonProblem = Extract<ProblemCode, `ton-${string}`>

export type TonVerdict =
  | {
      ok: true
      proven: ProvenTonWallet
      /** What the chain said of the key; null if the StateInit alone gives it. */
      chainKey: ChainKey | null
    }
  | { ok: false; code: TonProblem | 'busy' }

/** The account details that a wallet sends with a signature. */
type TonClaim = Pick<TonProof, 'address' | 'network' | 'stateInit' | 'publicKey'>

/** Something that a TON wallet has signed, and how to check it. */
export type TonSigned = {
  claim: TonClaim
  /** Ed25519, base64. */
  signature: string
  binding: Binding
  /** Why it does not match the request to the wallet; null if it may match. This runs before any costly check. */
  findMismatch: (account: TonAddress) => TonProblem | null
  /** The digest that the account's key must have signed. */
  digestFor: (account: TonAddress) => Uint8Array
  /** The problem code for a signature by another key, or of something else. */
  notSigned: TonProblem
}

const SIGNATURE_BYTES = 64
const PUBLIC_KEY = /^[0-9a-f]{64}$/i
/** Base64 characters, well above the longest of the wallets in `tests/vectors/ton-proof.json`, 1,052. */
const MAX_READ_FIRST = 2_048

/**
 * Checks account, key and signature for something that a TON wallet signed, on the chain's network. The first check
 * that fails gives the code. `ton-chain-unreachable` is no verdict on the signature: the same one may be sent again.
 */
export async function verifyTonSigned(
  signed: TonSigned,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const { claim } = signed
  if (claim.network !== chain.network) return refuse('ton-network-mismatch')
  const address = parseTonAddress(claim.address)
  if (address === null) return refuse('ton-address-malformed')
  if (isOfOtherNetwork(address, chain.network)) return refuse('ton-network-mismatch')
  const mismatch = signed.findMismatch(address)
  if (mismatch !== null) return refuse(mismatch)
  const signature = decodeBase64(signed.signature)
  if (signature?.length !== SIGNATURE_BYTES) return refuse('ton-signature-malformed')
  const stateInit = readStateInit(claim.stateInit)
  if (stateInit === null) return refuse('ton-state-init-malformed')
  if (stateInit.hash !== address.hash) return refuse('ton-state-init-mismatch')
  return verifySignature(signed, { address, stateInit, signature }, chain)
}

/**
 * Whether verification may query the chain about this account. It does so before it checks the signature. A StateInit
 * much longer than that of any known wallet is not read for this, because each of its cells costs a hash.
 */
export function asksChain({ stateInit }: Pick<TonClaim, 'stateInit'>): boolean {
  if (stateInit.length > MAX_READ_FIRST) return true
  const parsed = readStateInit(stateInit)
  return parsed !== null && isKeyOnChain(parsed)
}

type SignedAccount = { address: TonAddress; stateInit: StateInit; signature: Buffer }

async function verifySignature(
  { claim, binding, digestFor, notSigned }: TonSigned,
  { address, stateInit, signature }: SignedAccount,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const key = await accountKey({ address: address.raw, stateInit }, chain)
  if (!key.ok) return refuse(key.code)
  const { publicKey, kind, keySource, chainKey } = key
  if (claim.publicKey !== undefined && !isKey(publicKey, claim.publicKey)) {
    return refuse('ton-key-mismatch')
  }
  if (!isSignedBy({ publicKey, message: digestFor(address), signature })) return refuse(notSigned)
  const { network } = chain
  const proven = { family: 'ton', network, address: address.raw, kind, keySource } as const
  return { ok: true, proven: { ...proven, level: 'key', binding }, chainKey }
}

function refuse(code: TonProblem | 'busy'): TonVerdict {
  return { ok: false, code }
}

/** Only a friendly address names its network. The raw form is valid on both. */
function isOfOtherNetwork({ testOnly }: TonAddress, network: TonNetwork): boolean {
  return testOnly !== null && testOnly !== (network === '-3')
}

function readStateInit(base64: string): StateInit | null {
  const bytes = decodeBase64(base64)
  if (bytes === null) return null
  return recogniseStateInit(bytes) ?? parseStateInit(bytes)
}

function isKey(key: Buffer, claimedHex: string): boolean {
  return PUBLIC_KEY.test(claimedHex) && key.equals(Buffer.from(claimedHex, 'hex'))
}

type SignedMessage = {
  /** 32 bytes. */
  publicKey: Buffer
  message: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

/** The y-coordinates, as a key encodes them, of the eight points whose order divides the cofactor. */
const LOW_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
/** Matches a y-coordinate that is not below the order of the field, 2^255 - 19. */
const NOT_CANONICAL = /^(?:e[d-f]|f[0-9a-f])(?:ff){30}7f$/
/** The highest bit of the last byte is the sign of x. */
const SIGN_MASK = 0x7f

/**
 * Whether `signature` is the key's Ed25519 signature (RFC 8032 §5.1.7) of `message`.
 *
 * `node:crypto` refuses a signature whose S is not reduced. But in Node 20 it accepts keys that are not canonical, and keys
 * of low order, for which anyone can make a signature. This function refuses both.
 */
export function isSignedBy({ publicKey, message, signature }: SignedMessage): boolean {
  if (!isSoundKey(publicKey)) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

function isSoundKey(publicKey: Buffer): boolean {
  const last = (publicKey.at(-1) ?? 0) & SIGN_MASK
  const y = publicKey.toString('hex', 0, publicKey.length - 1) + last.toString(16).padStart(2, '0')
  return !LOW_ORDER.has(y) && !NOT_CANONICAL.test(y)
}

type AccountKeyProblem =
  | 'ton-state-init-malformed'
  | 'ton-key-unknown'
  | 'ton-chain-unreachable'
  | 'ton-chain-disagreement'
  | 'busy'

/** The key that controls an account today, or why none can be named. */
export type AccountKey = NamedKey | { ok: false; code: AccountKeyProblem }

type NamedKey = {
  ok: true
  publicKey: Buffer
  kind: TonWalletKind
  keySource: TonKeySource
  /** What the chain said of the key; null if the StateInit alone gives it. */
  chainKey: ChainKey | null
}

export type TonAccountProof = {
  /** Raw address. */
  address: string
  /** The StateInit that hashes to the address. */
  stateInit: StateInit
}

/**
 * Finds the account's key. If the key cannot change, it comes from the StateInit. For a wallet with a rotatable key,
 * and for unknown code, the chain decides. A chain that does not answer is never treated as an account that is not
 * deployed.
 */
export async function accountKey(
  { address, stateInit }: TonAccountProof,
  chain: ExclusiveTonChain,
): Promise<AccountKey> {
  const wallet = TON_WALLETS.get(stateInit.codeHash)
  if (wallet === undefined) return askChain({ address, initial: null }, chain)
  const initial = keyInStateInit(wallet, stateInit)
  return initial.ok && wallet.rotatable ? askChain({ address, initial }, chain) : initial
}

/** Whether only the chain knows the key of an account with this StateInit. */
export function isKeyOnChain({ codeHash }: StateInit): boolean {
  return TON_WALLETS.get(codeHash)?.rotatable ?? true
}

/**
 * Only its extensions control a wallet that starts with its key switched off. The key in its data proves no control, so
 * it is refused. A v5 key that was switched off after deployment goes unnoticed, because of the wallets with known code
 * only those with a rotatable key are looked up on the chain.
 */
function keyInStateInit(wallet: TonWalletCode, { data }: StateInit): AccountKey {
  const publicKey = publicKeyAt(data, wallet.publicKeyOffset)
  if (publicKey === null) return { ok: false, code: 'ton-state-init-malformed' }
  const firstBit = (data.bytes[0] ?? 0) >> 7
  if (wallet.firstBitWhenKeySigns !== null && firstBit !== wallet.firstBitWhenKeySigns) {
    return { ok: false, code: 'ton-key-unknown' }
  }
  return {
    ok: true,
    publicKey: Buffer.from(publicKey),
    kind: wallet.kind,
    keySource: 'state-init',
    chainKey: null,
  }
}

type KeyQuestion = {
  address: string
  /** The key that counts while the account is not deployed; null for unknown code. */
  initial: NamedKey | null
}

async function askChain(
  { address, initial }: KeyQuestion,
  chain: ExclusiveTonChain,
): Promise<AccountKey> {
  const report = await chain.accountKey(address)
  switch (report.status) {
    case 'busy':
      return { ok: false, code: report.status }
    case 'unreachable':
    case 'disagreement':
      return { ok: false, code: `ton-chain-${report.status}` }
    default:
      return nameKey(report, initial) ?? { ok: false, code: 'ton-key-unknown' }
  }
}

type Answered = Extract<TonKeyReport, { isConfirmed: boolean }>

/** Null where neither the chain nor the StateInit gives a key. */
function nameKey(report: Answered, initial: NamedKey | null): NamedKey | null {
  const { isConfirmed } = report
  if (report.status === 'active') {
    const publicKey = Buffer.from(report.publicKey)
    const keySource = isConfirmed ? 'chain-confirmed' : 'chain'
    const kind = initial?.kind ?? 'unknown'
    return { ok: true, publicKey, kind, keySource, chainKey: toChainKey(publicKey, report) }
  }
  if (report.status !== 'inactive' || initial === null) return null
  const keySource = isConfirmed ? 'anchor-confirmed' : 'anchor'
  return { ...initial, keySource, chainKey: toChainKey(initial.publicKey, report) }
}

function toChainKey(publicKey: Buffer, { status, block }: Answered): ChainKey {
  const key = { publicKey: publicKey.toString('hex'), deployed: status === 'active' }
  return block === undefined ? key : { ...key, block }
}

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
 * Reads the StateInit of a standard wallet with a few SHA-256 hashes and without parsing cells. Null unless the bytes
 * have exactly such a layout; then `parseStateInit` decides. The result is always that of `parseStateInit`, because the
 * data is read from the bytes and every other byte is known.
 */
export function recogniseStateInit(bytes: Buffer): StateInit | null {
  const layout = LAYOUTS.find(
    (each) => bytes.length === each.frameBytes + getDataBytes(each) + CRC_BYTES,
  )
  if (layout === undefined) return null
  const end = bytes.length - CRC_BYTES
  if (hash('sha256', bytes.subarray(0, layout.frameBytes), 'hex') !== layout.frameHash) return null
  if (crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return null
  const data = bytes.subarray(layout.frameBytes, end)
  if (!endsAt(data, layout.dataBits)) return null
  return {
    hash: stateInitHash(layout, data),
    codeHash: layout.codeHash,
    data: { bytes: data, bitLength: layout.dataBits },
  }
}

function getDataBytes({ dataBits }: StandardLayout): number {
  return Math.ceil(dataBits / 8)
}

/** Whether the completion tag comes right after the data, if the last byte is partly used. */
function endsAt(data: Buffer, bitLength: number): boolean {
  const usedBits = bitLength % 8
  if (usedBits === 0) return true
  const rest = (data.at(-1) ?? 0) & (0xff >> usedBits)
  return rest === 0x80 >> usedBits
}

function stateInitHash({ codeHash, codeDepth, dataBits }: StandardLayout, data: Buffer): string {
  const dataDescriptor = Math.floor(dataBits / 8) + Math.ceil(dataBits / 8)
  const dataHash = hashCell({ descriptors: dataDescriptor, data, refs: [] }, nodeSha256)
  const code = { depth: codeDepth, hash: codeHash }
  const refs = [code, { depth: 0, hash: dataHash }]
  return hashCell({ descriptors: ROOT_DESCRIPTORS, data: ROOT_DATA, refs }, nodeSha256)
}
