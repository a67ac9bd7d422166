import { createHash, type KeyObject, sign as signBytes } from 'node:crypto'
import {
  type Address,
  type Builder,
  Cell,
  beginCell,
  contractAddress,
  storeStateInit,
} from '@ton/core'
import type { TonProof } from '#shared/ton-proof.ts'
import type { TonText } from '#shared/api/submit-text.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { createEd25519Key, getPublicKey } from './ed25519-key.ts'
import vectors from '#tests/vectors/ton-proof.json' with { type: 'json' }

export type TonSignerKind = 'v3r2' | 'v4r2' | 'v5r1' | 'WalletTg'

export type TonSignerOptions = {
  kind: TonSignerKind
  /** 32 bytes: the Ed25519 seed of the key in the wallet's initial data. */
  seed: Uint8Array
  network: TonNetwork
  /** @default 0 */
  workchain?: 0 | -1
  /** Seed of another signing key, as after a rotation or in a forgery. @default seed */
  signingSeed?: Uint8Array
  /** Changes code and data of the contract. @default as they are */
  change?: (contract: TonContract) => TonContract
}

type TonContract = { code: Cell; data: Cell }

type ProofTerms = { domain: string; payload: string; /** Seconds. */ timestamp: number }

type TextTerms = {
  domain: string
  text: string
  /** Seconds. */
  timestamp: number
  /** The name of the payload's type in signData. @default txt */
  prefix?: 'txt' | 'bin'
}

export type TonSigner = {
  /** Raw form. */
  address: string
  /** The key that signs. */
  publicKey: Uint8Array
  /** Base64. */
  stateInit: string
  sign(terms: ProofTerms): TonProof
  /** Answers signData of type `text`. */
  signText(terms: TextTerms): TonText
}

const DEFAULT_WALLET_ID = 698_983_191
const WALLET_TG_IDS: Record<TonNetwork, number> = { '-239': 0x7fff7f11, '-3': 0x7fff7ffd }

const CODES: Record<TonSignerKind, Cell> = {
  v3r2: getCode('v3r2'),
  v4r2: getCode('v4r2'),
  v5r1: getCode('v5r1'),
  WalletTg: getCode('WalletTg'),
}

const asIs = (contract: TonContract) => contract

/** A wallet that signs ton_proof and texts. It shares no code with the verifier. */
export function createTonSigner(options: TonSignerOptions): TonSigner {
  const { kind, seed, network, workchain = 0, signingSeed = seed, change = asIs } = options
  const data = initialData(kind, {
    publicKey: getPublicKey(createEd25519Key(seed)),
    network,
    workchain,
  })
  const init = change({ code: CODES[kind], data })
  const address = contractAddress(workchain, init)
  const stateInit = beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64')
  const key = createEd25519Key(signingSeed)
  const publicKey = getPublicKey(key)
  const account = {
    address: address.toRawString(),
    network,
    stateInit,
    publicKey: Buffer.from(publicKey).toString('hex'),
  }
  return {
    address: address.toRawString(),
    publicKey,
    stateInit,
    sign(terms) {
      return {
        ...account,
        proof: {
          timestamp: terms.timestamp,
          domain: { lengthBytes: Buffer.byteLength(terms.domain), value: terms.domain },
          payload: terms.payload,
          signature: signTonProof(address, terms, key),
        },
      }
    },
    signText(terms) {
      const { domain, timestamp } = terms
      return { ...account, domain, timestamp, signature: signTonText(address, terms, key) }
    },
  }
}

/** The signature of a text, base64, by any key for any account. */
export function signTonText(account: Address, terms: TextTerms, key: KeyObject): string {
  return signBytes(null, getTextDigest(account, terms), key).toString('base64')
}

/** The signature, base64, by any key for any account. */
export function signTonProof(account: Address, terms: ProofTerms, key: KeyObject): string {
  return signBytes(null, getProofDigest(account, terms), key).toString('base64')
}

type TonKeyOwner = { publicKey: Buffer; network: TonNetwork; workchain: 0 | -1 }

function initialData(kind: TonSignerKind, { publicKey, network, workchain }: TonKeyOwner): Cell {
  const data: Record<TonSignerKind, () => Builder> = {
    v3r2: () =>
      beginCell()
        .storeUint(0, 32)
        .storeUint(DEFAULT_WALLET_ID + workchain, 32)
        .storeBuffer(publicKey),
    v4r2: () =>
      beginCell()
        .storeUint(0, 32)
        .storeUint(DEFAULT_WALLET_ID + workchain, 32)
        .storeBuffer(publicKey)
        .storeBit(0),
    v5r1: () =>
      beginCell()
        .storeBit(1)
        .storeUint(0, 32)
        .storeInt(v5r1WalletId(network, workchain), 32)
        .storeBuffer(publicKey)
        .storeBit(0),
    WalletTg: () =>
      beginCell()
        .storeUint(0, 8)
        .storeUint(0, 32)
        .storeUint(WALLET_TG_IDS[network], 32)
        .storeBuffer(publicKey),
  }
  return data[kind]().endCell()
}

/** Network id, xor the context: client flag, workchain, version 0, subwallet 0. */
function v5r1WalletId(network: TonNetwork, workchain: 0 | -1): number {
  const context = beginCell().storeBit(1).storeInt(workchain, 8).storeUint(0, 23).endCell()
  return Number(network) ^ context.beginParse().loadInt(32)
}

/** What a wallet signs for a ton_proof. */
export function getProofDigest(account: Address, terms: ProofTerms): Buffer {
  const domain = Buffer.from(terms.domain)
  const numbers = Buffer.alloc(16)
  numbers.writeInt32BE(account.workChain, 0)
  numbers.writeUInt32LE(domain.length, 4)
  numbers.writeBigUInt64LE(BigInt(terms.timestamp), 8)
  const message = createHash('sha256')
    .update('ton-proof-item-v2/')
    .update(numbers.subarray(0, 4))
    .update(account.hash)
    .update(numbers.subarray(4, 8))
    .update(domain)
    .update(numbers.subarray(8))
    .update(terms.payload)
    .digest()
  return createHash('sha256').update('ffff', 'hex').update('ton-connect').update(message).digest()
}

function getTextDigest(account: Address, { domain, text, timestamp, prefix = 'txt' }: TextTerms) {
  const numbers = Buffer.alloc(20)
  numbers.writeInt32BE(account.workChain, 0)
  numbers.writeUInt32BE(Buffer.byteLength(domain), 4)
  numbers.writeBigUInt64BE(BigInt(timestamp), 8)
  numbers.writeUInt32BE(Buffer.byteLength(text), 16)
  return createHash('sha256')
    .update('ffff', 'hex')
    .update('ton-connect/sign-data/')
    .update(numbers.subarray(0, 4))
    .update(account.hash)
    .update(numbers.subarray(4, 8))
    .update(domain)
    .update(numbers.subarray(8, 16))
    .update(prefix)
    .update(numbers.subarray(16))
    .update(text)
    .digest()
}

function getCode(kind: TonSignerKind): Cell {
  const vector = vectors.find(({ name }) => name === kind)
  const code = vector && Cell.fromBase64(vector.proof.state_init).refs[0]
  if (code === undefined) throw new Error(`no vector for ${kind}`)
  return code
}
