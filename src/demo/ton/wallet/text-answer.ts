import type { SignDataRpcResponseSuccess } from '@tonconnect/protocol'
import { Address } from '@ton/core'
import { sha256_sync, sign } from '@ton/crypto'
import type { TonAccount } from './accounts.ts'
import {
  type TextBehaviour,
  sentSignature,
  signedDomain,
  signedTime,
  signingKey,
} from './behaviour.ts'
import type { TonTextRequest } from './wallet-sessions.ts'

type TextAnswer = {
  request: TonTextRequest
  account: TonAccount
  /** How often the account's key was replaced. */
  rotation: number
  behaviour: TextBehaviour
  /** Host of the app's own address in its manifest. */
  domain: string
  /** Unix time in seconds. */
  timestamp: number
}

/** The wallet's answer to an approved text, with what the behaviour makes wrong in it. */
export function createTextAnswer(answer: TextAnswer): SignDataRpcResponseSuccess['result'] {
  const { account, behaviour, request } = answer
  const { payload } = request
  const signed = {
    address: account.address,
    domain: signedDomain(answer.domain, behaviour),
    timestamp: signedTime(answer.timestamp, behaviour),
  }
  const text = behaviour === 'other-text' ? `${payload.text} ` : payload.text
  const signature = signText({ ...signed, text }, signingKey(answer, behaviour).secretKey)
  return { ...signed, signature: sentSignature(signature, behaviour), payload }
}

/** What goes into the signature. */
type DemoSignedText = {
  /** Raw form. */
  address: string
  domain: string
  /** Unix time in seconds. */
  timestamp: number
  text: string
}

/**
 * Signature of a signData request of type `text`, base64.
 *
 * @see https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md (signData)
 */
export function signText(
  { address, domain, timestamp, text }: DemoSignedText,
  secretKey: Buffer,
): string {
  const { workChain, hash } = Address.parse(address)
  const workchain = Buffer.alloc(4)
  workchain.writeInt32BE(workChain)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(timestamp))
  const message = Buffer.concat([
    Buffer.from([0xff, 0xff]),
    Buffer.from('ton-connect/sign-data/'),
    workchain,
    hash,
    withLength(domain),
    time,
    Buffer.from('txt'),
    withLength(text),
  ])
  return sign(sha256_sync(message), secretKey).toString('base64')
}

/** UTF-8 bytes behind their number as 32 bits, big-endian. */
function withLength(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}
