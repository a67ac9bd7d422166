import type { KeyPair } from '@ton/crypto'
import {
  CONNECT_EVENT_ERROR_CODES,
  type ConnectEventError,
  type ConnectEventSuccess,
  type ConnectItemReply,
  type DeviceInfo,
} from '@tonconnect/protocol'
import type { TonNetwork } from '#shared/wallet.ts'
import { type TonAccount, accountKey, foreignKey } from './accounts.ts'
import type { Behaviour } from './behaviour.ts'
import type { ConnectRequest } from './connect-link.ts'
import { signTonProof } from './ton-proof.ts'

export type ConnectAnswer = {
  /** Grows with every event that the wallet sends to one app. */
  eventId: number
  request: ConnectRequest
  account: TonAccount
  /** How often the account's key was replaced. */
  rotation: number
  behaviour: Behaviour
  /** Host of the app's own address in its manifest. */
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  walletApp: string
}

const FOREIGN_DOMAIN = 'another-site.example'
const HOUR_S = 3_600
const SIGNATURE_BYTES = 64

/** The wallet's answer to an approved connect request, with what the behaviour makes wrong in it. */
export function createConnectEvent(answer: ConnectAnswer): ConnectEventSuccess {
  const items = answer.request.items.flatMap((item) =>
    item.name === 'ton_addr' ? [addressReply(answer)] : proofReply(answer, item.payload),
  )
  return {
    event: 'connect',
    id: answer.eventId,
    payload: { items, device: describeDevice(answer.walletApp) },
  }
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
    publicKey: signingKey(answer).publicKey.toString('hex'),
  }
}

function proofReply(answer: ConnectAnswer, payload: string): ConnectItemReply[] {
  if (answer.behaviour === 'no-proof') return []
  const { behaviour, account } = answer
  const claims = {
    address: account.address,
    domain: behaviour === 'wrong-domain' ? FOREIGN_DOMAIN : answer.domain,
    timestamp: answer.timestamp + clockError(behaviour),
    payload,
  }
  const reply = signTonProof(claims, signingKey(answer).secretKey)
  if (behaviour !== 'garbage-signature') return [reply]
  const signature = Buffer.alloc(SIGNATURE_BYTES, 0xa5).toString('base64')
  return [{ ...reply, proof: { ...reply.proof, signature } }]
}

function signingKey({ account, rotation, behaviour }: ConnectAnswer): KeyPair {
  if (behaviour === 'wrong-key') return foreignKey(account)
  return accountKey(account, behaviour === 'rotated-out-key' ? 0 : rotation)
}

/** In seconds. */
function clockError(behaviour: Behaviour): number {
  if (behaviour === 'stale-timestamp') return -HOUR_S
  return behaviour === 'future-timestamp' ? HOUR_S : 0
}

function otherNetwork(network: TonNetwork): TonNetwork {
  return network === '-239' ? '-3' : '-239'
}

function describeDevice(walletApp: string): DeviceInfo {
  return {
    platform: 'browser',
    appName: walletApp,
    appVersion: '1.0.0',
    maxProtocolVersion: 2,
    features: [
      { name: 'SendTransaction', maxMessages: 4 },
      { name: 'SignData', types: ['text'] },
    ],
  }
}
