import type { TonText } from '#shared/api/submit-text.ts'
import { PROOF_MAX_AGE_S, PROOF_MAX_AHEAD_S } from '#shared/limits.ts'
import type { TonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { getHost } from '#proof/site.ts'
import { nameAccount } from './name-account.ts'
import type { ExclusiveTonChain } from './ton-chain.ts'
import { type TonProblem, type TonVerdict, verifyTonSigned } from './ton-signed.ts'
import { tonTextDigest } from '#proof/ton/digests.ts'

/** Times are Unix milliseconds. */
type TonTextFacts = {
  /** Origin of the Mini App. */
  publicUrl: string
  appName: string
  user: { telegramId: string; username: string | null }
  /**
   * Friendly address of the multisig that the wallet's holder agrees to link. @default none: the wallet itself is
   * linked
   */
  multisig?: string
  /** The attempt's, so that no two attempts have the same text. It commits to account and network. */
  payload: string
  issuedAt: number
  expiresAt: number
}

/** The values that the text must have been signed for. */
export type ExpectedTonText = {
  /** The attempt's text, exactly as it was given to the wallet. */
  message: string
  /** Host, and port if not the default one, of the TON Connect manifest's url. */
  domain: string
  network: TonNetwork
  /** Raw address that the attempt has already proven; null if the text itself must prove one. */
  address: string | null
  /** When the text was written, in milliseconds. */
  issuedAt: number
  /** Our clock, in milliseconds. */
  now: number
}

/**
 * The exact text that a TON wallet shows. It warns a person who is tricked into signing for somebody else's account. So
 * it has nothing that a member can choose freely, and the account is in its first line.
 */
export function writeTonText(facts: TonTextFacts): string {
  return [
    ...writeRequest(facts),
    '',
    `Sign only if this is your Telegram account, and only if you ${facts.multisig === undefined ? 'started this yourself' : 'want this'}.`,
    'It costs nothing and moves nothing.',
    '',
    `Nonce: ${facts.payload}`,
    `Issued: ${isoTime(facts.issuedAt)}`,
    `Expires: ${isoTime(facts.expiresAt)}`,
  ].join('\n')
}

function writeRequest({ publicUrl, appName, user, multisig }: TonTextFacts): string[] {
  const account = `${nameAccount(user)} in ${appName} at ${getHost(publicUrl)}`
  if (multisig === undefined) return [`Link this wallet to the Telegram account ${account}.`]
  return [
    `Agree, with the Telegram account ${account}, to link a multisig of which this wallet is a signer.`,
    '',
    `Multisig: ${multisig}`,
    'It is linked to the Telegram accounts of the signers who agree.',
  ]
}

/** Without milliseconds. */
function isoTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

/**
 * Checks a wallet's answer to signData of type `text`, by the same rules as a ton_proof. The text is not sent back.
 * Only a signature of exactly the attempt's text can pass, so a payload of another type, another text, and another key
 * all end as `ton-text-mismatch`. The caller checks whether the text may still be signed.
 *
 * @param chain must be of the expected network
 */
export async function verifyTonText(
  body: TonText,
  expected: ExpectedTonText,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  if (chain.network !== expected.network) throw new TypeError('chain of another network')
  const { domain, message: text } = expected
  return verifyTonSigned(
    {
      claim: body,
      signature: body.signature,
      binding: 'text',
      findMismatch: (account) => findMismatch(body, account, expected),
      digestFor: (account) => tonTextDigest(account, { domain, text, timestamp: body.timestamp }),
      notSigned: 'ton-text-mismatch',
    },
    chain,
  )
}

/**
 * A text cannot have been signed before it was written. A signature with an earlier time was made for something else.
 */
function findMismatch(
  { domain, timestamp }: TonText,
  account: TonAddress,
  expected: ExpectedTonText,
): TonProblem | null {
  const [issued, now] = [seconds(expected.issuedAt), seconds(expected.now)]
  if (domain !== expected.domain) return 'ton-domain-mismatch'
  if (timestamp < Math.max(issued - PROOF_MAX_AHEAD_S, now - PROOF_MAX_AGE_S)) {
    return 'ton-proof-expired'
  }
  if (timestamp > now + PROOF_MAX_AHEAD_S) return 'ton-proof-from-future'
  if (expected.address !== null && account.raw !== expected.address) return 'ton-text-mismatch'
  return null
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
