import {
  CONNECT_EVENT_ERROR_CODES,
  type ConnectEventError,
  type ConnectEventSuccess,
  type ConnectItemReply,
  type DeviceInfo,
  type TonProofItemReplySuccess,
} from '@tonconnect/protocol'
import { Address } from '@ton/core'
import { sha256_sync, sign } from '@ton/crypto'
import type { TonNetwork } from '#shared/wallet.ts'
import type { TonAccount } from './accounts.ts'
import {
  type TonBehaviour,
  sentSignature,
  signedDomain,
  signedTime,
  signingKey,
} from './behaviour.ts'
import type { TonConnectRequest } from './connect-link.ts'

export type ConnectAnswer = {
  /** Grows with every event that the wallet sends to one app. */
  eventId: number
  request: TonConnectRequest
  account: TonAccount
  /** How often the account's key was replaced. */
  rotation: number
  behaviour: TonBehaviour
  /** Host of the app's own address in its manifest. */
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  walletApp: string
}

/** What a wallet sends when it is approved; one that is wrong may leave its device out. */
export type ConnectEvent = Omit<ConnectEventSuccess, 'payload'> & {
  payload: { items: ConnectItemReply[]; device?: DeviceInfo }
}

/** The wallet's answer to an approved connect request, with what the behaviour makes wrong in it. */
export function createConnectEvent(answer: ConnectAnswer): ConnectEvent {
  const items = answer.request.items.flatMap((item) =>
    item.name === 'ton_addr' ? [addressReply(answer)] : proofReply(answer, item.payload),
  )
  const payload =
    answer.behaviour === 'no-device' ? { items } : { items, device: describeDevice(answer) }
  return { event: 'connect', id: answer.eventId, payload }
}

export function createConnectError(
  eventId: number,
  reason: 'rejected' | 'manifest-not-found' | 'manifest-malformed',
): ConnectEventError {
  return { event: 'connect_error', id: eventId, payload: CONNECT_ERRORS[reason] }
}

const CONNECT_ERRORS = {
  rejected: {
    code: CONNECT_EVENT_ERROR_CODES.USER_REJECTS_ERROR,
    message: 'The person refused the connection',
  },
  'manifest-not-found': {
    code: CONNECT_EVENT_ERROR_CODES.MANIFEST_NOT_FOUND_ERROR,
    message: 'The manifest of the app could not be fetched',
  },
  'manifest-malformed': {
    code: CONNECT_EVENT_ERROR_CODES.MANIFEST_CONTENT_ERROR,
    message: 'The manifest of the app is not one',
  },
}

function addressReply(answer: ConnectAnswer): ConnectItemReply {
  const { account, behaviour } = answer
  return {
    name: 'ton_addr',
    address: account.address,
    network: behaviour === 'wrong-network' ? otherNetwork(account.network) : account.network,
    walletStateInit: account.stateInit,
    publicKey: signingKey(answer, behaviour).publicKey.toString('hex'),
  }
}

function proofReply(answer: ConnectAnswer, payload: string): ConnectItemReply[] {
  if (answer.behaviour === 'no-proof') return []
  const { behaviour, account } = answer
  const claims = {
    address: account.address,
    domain: signedDomain(answer.domain, behaviour),
    timestamp: signedTime(answer.timestamp, behaviour),
    payload,
  }
  const reply = signTonProof(claims, signingKey(answer, behaviour).secretKey)
  const signature = sentSignature(reply.proof.signature, behaviour)
  return [{ ...reply, proof: { ...reply.proof, signature } }]
}

function otherNetwork(network: TonNetwork): TonNetwork {
  return network === '-239' ? '-3' : '-239'
}

function describeDevice({ walletApp, behaviour }: ConnectAnswer): DeviceInfo {
  const sends = { name: 'SendTransaction', maxMessages: 4 } as const
  return {
    platform: 'browser',
    appName: walletApp,
    appVersion: '1.0.0',
    maxProtocolVersion: 2,
    features: behaviour === 'no-texts' ? [sends] : [sends, { name: 'SignData', types: ['text'] }],
  }
}

type ProofClaims = {
  /** Raw form. */
  address: string
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  payload: string
}

/** Signs that the key's owner controls this address and gives this answer to this site. */
function signTonProof(claims: ProofClaims, secretKey: Buffer): TonProofItemReplySuccess {
  return {
    name: 'ton_proof',
    proof: {
      timestamp: claims.timestamp,
      domain: { lengthBytes: Buffer.byteLength(claims.domain), value: claims.domain },
      payload: claims.payload,
      signature: sign(proofDigest(claims), secretKey).toString('base64'),
    },
  }
}

/** @see https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md (ton_proof) */
function proofDigest({ address, domain, timestamp, payload }: ProofClaims): Buffer {
  const { workChain, hash } = Address.parse(address)
  const message = Buffer.concat([
    Buffer.from('ton-proof-item-v2/'),
    int32(workChain),
    hash,
    uint32LittleEndian(Buffer.byteLength(domain)),
    Buffer.from(domain),
    uint64LittleEndian(timestamp),
    Buffer.from(payload),
  ])
  const prefix = Buffer.from([0xff, 0xff])
  return sha256_sync(Buffer.concat([prefix, Buffer.from('ton-connect'), sha256_sync(message)]))
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function uint32LittleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64LittleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
