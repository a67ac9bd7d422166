import type { SignDataRpcResponseSuccess } from '@tonconnect/protocol'
import type { TonAccount } from './accounts.ts'
import type { TextBehaviour } from './behaviour.ts'
import { sentSignature, signedDomain, signedTime, signingKey } from './dishonesty.ts'
import { signText } from './sign-text.ts'
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
