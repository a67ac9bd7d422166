import {
  CONNECT_EVENT_ERROR_CODES,
  type ConnectEventError,
  type ConnectEventSuccess,
  type ConnectItemReply,
  type DeviceInfo,
} from '@tonconnect/protocol'
import type { TonNetwork } from '#shared/wallet.ts'
import type { TonAccount } from './accounts.ts'
import type { TonBehaviour } from './behaviour.ts'
import type { TonConnectRequest } from './connect-link.ts'
import { sentSignature, signedDomain, signedTime, signingKey } from './dishonesty.ts'
import { signTonProof } from './ton-proof.ts'

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

/** The wallet's answer to an approved connect request, with what the behaviour makes wrong in it. */
export function createConnectEvent(answer: ConnectAnswer): ConnectEventSuccess {
  const items = answer.request.items.flatMap((item) =>
    item.name === 'ton_addr' ? [addressReply(answer)] : proofReply(answer, item.payload),
  )
  return {
    event: 'connect',
    id: answer.eventId,
    payload: { items, device: describeDevice(answer) },
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
