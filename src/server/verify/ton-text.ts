import type { TonText } from '#shared/api/submit-text.ts'
import { PROOF_MAX_AGE_S, PROOF_MAX_AHEAD_S } from '#shared/limits.ts'
import type { TonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { nameAccount } from './name-account.ts'
import type { ExclusiveTonChain } from './ton-chain.ts'
import { type TonProblem, type TonVerdict, verifyTonSigned } from './ton-signed.ts'
import { tonTextDigest } from './ton-text-digest.ts'

/** Times are Unix milliseconds. */
type TonTextFacts = {
  /** Origin of the Mini App. */
  publicUrl: string
  appName: string
  user: { telegramId: string; username: string | null }
  /** The multisig that the wallet's holder agrees to have linked, as people write its address. @default none: the wallet itself */
  multisig?: string
  /** The attempt's, so that no two attempts have the same text. */
  nonce: string
  issuedAt: number
  expiresAt: number
}

/** What the text must have been signed for. */
export type ExpectedTonText = {
  /** The attempt's text, exactly as it was given to the wallet. */
  message: string
  /** Host, and port if not the default one, of the TON Connect manifest's url. */
  domain: string
  network: TonNetwork
  /** Raw address that the attempt has proven already; null where the text itself is to prove one. */
  address: string | null
  /** When the text was written, in milliseconds. */
  issuedAt: number
  /** Our clock, in milliseconds. */
  now: number
}

/**
 * The text that a TON wallet shows to the letter. Whoever is led to sign for another person's account can read
 * that here, so it holds nothing that a member can choose freely, and the account stands in its first line.
 */
export function writeTonText(facts: TonTextFacts): string {
  return [
    ...writeRequest(facts),
    '',
    `Sign only if this is your Telegram account, and only if you ${facts.multisig === undefined ? 'started this yourself' : 'want this'}.`,
    'It costs nothing and moves nothing.',
    '',
    `Nonce: ${facts.nonce}`,
    `Issued: ${isoTime(facts.issuedAt)}`,
    `Expires: ${isoTime(facts.expiresAt)}`,
  ].join('\n')
}

function writeRequest({ publicUrl, appName, user, multisig }: TonTextFacts): string[] {
  const account = `${nameAccount(user)} in ${appName} at ${new URL(publicUrl).host}`
  if (multisig === undefined) return [`Link this wallet to the Telegram account ${account}.`]
  return [
    `Agree, with the Telegram account ${account}, to link a multisig of which this wallet is a signer.`,
    '',
    `Multisig: ${multisig}`,
    'It is linked to the Telegram accounts of the signers who agree.',
  ]
}

/** To the second. */
function isoTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

/**
 * Checks a wallet's answer to signData of type `text`, by the same rules as a ton_proof. The text does not
 * travel: only a signature of the very text that the attempt has can pass, so a payload of another type, another
 * text, and another key all end as `ton-text-mismatch`. Whether the text may still be signed is the caller's
 * question.
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

/** A text cannot have been signed before it was written: what claims so was signed for something else. */
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
