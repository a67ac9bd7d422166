import * as v from 'valibot'
import { NO_CHAINS } from '#proof/chain.ts'
import type { Failure } from '#proof/check.ts'
import { commitToAccount, type Committed } from '#proof/commitment.ts'
import { type ChainKey, Ed25519Schema, StateInitSchema, type TonEvidence } from '#proof/document.ts'
import { type CheckedTon, checkTon, getSigningKey } from '#proof/ton/check-ton.ts'
import { findKey } from '#proof/ton/find-key.ts'
import { readStateInit } from '#proof/ton/read-state-init.ts'
import type { TonText } from '#shared/api/submit-text.ts'
import { tonChainId } from '#proof/account-id.ts'
import { PROOF_MAX_AGE_S, PROOF_MAX_AHEAD_S } from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { parseTonAddress, type TonAddress } from '#shared/ton-address.ts'
import type { TonProof } from '#shared/ton-proof.ts'
import type { ProvenTonWallet } from '#shared/proven-wallet.ts'
import type { TonKeySource, TonNetwork } from '#shared/wallet.ts'
import type { ExclusiveTonChain, TonKeyReport } from '../chains/ton-chain.ts'
import { NODE_CRYPTO } from './node-crypto.ts'

/** Why a signature of a TON wallet is refused. */
type TonProblem = Extract<ProblemCode, `ton-${string}`>

export type TonVerdict =
  | { ok: true; proven: ProvenTonWallet; proof: TonEvidence }
  | { ok: false; code: TonProblem | 'busy' }

/** What the wallet was asked for, and when it answers: `now` is our clock, in milliseconds. */
export type TonTerms = { committed: Committed; now: number }

/** The same for a text. */
export type TonTextTerms = TonTerms & {
  /** The attempt's text, exactly as it was given to the wallet. */
  message: string
  /** Raw address that the attempt has already proven; null if the text itself must prove one. */
  address: string | null
  /** When the text was written, in milliseconds. */
  issuedAt: number
}

/**
 * Judges a wallet's ton_proof, except whether its nonce was used before: the caller's next and last step is to spend
 * that. What is accepted is evidence that anybody can check by the same rules. The first check that fails gives the
 * code. `ton-chain-unreachable`, `ton-chain-disagreement` and `busy` are no verdict on the signature: the same one may
 * be sent again.
 *
 * @see https://docs.ton.org/applications/ton-connect/how-to/ton-proof
 */
export function judgeTonProof(
  { proof, ...account }: TonProof,
  terms: TonTerms,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const { timestamp, signature, domain } = proof
  const { stateInit } = account
  const signed = {
    domain: domain.value,
    nonce: terms.committed.nonce,
    timestamp,
    signature,
    stateInit,
  }
  const answer = {
    account,
    evidence: { type: 'ton-proof' as const, ...signed },
    findMismatch: () => findProofMismatch(proof, terms),
    notSigned: 'ton-signature-invalid' as const,
  }
  return judge(answer, terms, chain)
}

/**
 * Judges a wallet's answer to signData of type `text`, by the same rules. The text is not sent back. Only a signature
 * of exactly the attempt's text can pass, so a payload of another type, another text, and another key all end as
 * `ton-text-mismatch`. The caller checks whether the text may still be signed.
 *
 * @see https://docs.ton.org/applications/ton-connect/how-to/sign-data
 */
export function judgeTonText(
  { domain, timestamp, signature, ...account }: TonText,
  terms: TonTextTerms,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const { stateInit } = account
  const signed = { domain, nonce: terms.committed.nonce, timestamp, signature, stateInit }
  const answer = {
    account,
    evidence: { type: 'ton-text' as const, ...signed, text: terms.message },
    findMismatch: (address: TonAddress) => findTextMismatch(signed, address, terms),
    notSigned: 'ton-text-mismatch' as const,
  }
  return judge(answer, terms, chain)
}

/**
 * The length is compared although the digest uses ours, because a wallet that signed with another length signed another
 * message, with a different split between domain and payload.
 */
function findProofMismatch(
  { domain, timestamp, payload }: TonProof['proof'],
  terms: TonTerms,
): TonProblem | null {
  const now = seconds(terms.now)
  if (domain.lengthBytes !== Buffer.byteLength(domain.value)) return 'ton-domain-length-mismatch'
  if (domain.value !== terms.committed.domain) return 'ton-domain-mismatch'
  if (timestamp < now - PROOF_MAX_AGE_S) return 'ton-proof-expired'
  if (timestamp > now + PROOF_MAX_AHEAD_S) return 'ton-proof-from-future'
  return payload === commitToAccount(terms.committed, NODE_CRYPTO.hashText)
    ? null
    : 'ton-payload-mismatch'
}

/**
 * A text cannot have been signed before it was written. A signature with an earlier time was made for something else.
 */
function findTextMismatch(
  { domain, timestamp }: Pick<TonEvidence, 'domain' | 'timestamp'>,
  account: TonAddress,
  terms: TonTextTerms,
): TonProblem | null {
  const [issued, now] = [seconds(terms.issuedAt), seconds(terms.now)]
  if (domain !== terms.committed.domain) return 'ton-domain-mismatch'
  if (timestamp < Math.max(issued - PROOF_MAX_AHEAD_S, now - PROOF_MAX_AGE_S))
    return 'ton-proof-expired'
  if (timestamp > now + PROOF_MAX_AHEAD_S) return 'ton-proof-from-future'
  return terms.address === null || account.raw === terms.address ? null : 'ton-text-mismatch'
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}

type TonAnswer = {
  account: Omit<TonProof, 'proof'>
  /** What the wallet signed, before anybody has asked the chain for its key. */
  evidence: TonEvidence
  /** Why it does not match the request to the wallet; null if it may match. This runs before any costly check. */
  findMismatch: (address: TonAddress) => TonProblem | null
  /** The problem code for a signature by another key, or of something else. */
  notSigned: TonProblem
}

async function judge(
  { account, evidence, findMismatch, notSigned }: TonAnswer,
  { committed }: TonTerms,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const { network } = chain
  if (committed.chain !== tonChainId(network)) throw new TypeError('chain of another network')
  if (account.network !== network) return refuse('ton-network-mismatch')
  const address = parseTonAddress(account.address)
  if (address === null) return refuse('ton-address-malformed')
  if (isOfOtherNetwork(address, network)) return refuse('ton-network-mismatch')
  const problem = findMismatch(address) ?? findMalformed(evidence)
  if (problem !== null) return refuse(problem)
  const wallet = { family: 'ton', network, address: address.raw } as const
  const { telegramId, multisig } = committed
  const claim = { wallet, telegramId, ...(multisig !== undefined && { multisig }) }
  return witness({ account, evidence, claim, notSigned }, chain)
}

/** Only a friendly address names its network. The raw form is valid on both. */
function isOfOtherNetwork({ testOnly }: TonAddress, network: TonNetwork): boolean {
  return testOnly !== null && testOnly !== (network === '-3')
}

/** Which part of a wallet's answer no evidence can have. Only these two are the wallet's own. */
function findMalformed({ signature, stateInit }: TonEvidence): TonProblem | null {
  if (!v.is(Ed25519Schema, signature)) return 'ton-signature-malformed'
  return v.is(StateInitSchema, stateInit) ? null : 'ton-state-init-malformed'
}

type TonClaim = Parameters<typeof checkTon>[1]
type ClaimedEvidence = Pick<TonAnswer, 'account' | 'evidence' | 'notSigned'> & { claim: TonClaim }
/** Checks the evidence as it is; where only the chain knows the key, again with the chain's word. */
async function witness(claimed: ClaimedEvidence, chain: ExclusiveTonChain): Promise<TonVerdict> {
  const { evidence, claim } = claimed
  const checked = await check(evidence, claim)
  if (findFailure(checked) !== 'key-missing') return conclude(claimed, checked, 'state-init')
  const report = await chain.accountKey(claim.wallet.address)
  const { status } = report
  if (status === 'busy') return refuse(status)
  if (status === 'unreachable' || status === 'disagreement') return refuse(`ton-chain-${status}`)
  const chainKey = toChainKey(report, checked)
  if (chainKey === null) return refuse('ton-key-unknown')
  const witnessed = { ...evidence, chainKey }
  return conclude(
    { ...claimed, evidence: witnessed },
    await check(witnessed, claim),
    getKeySource(report),
  )
}

/** Of a key on the chain, what stays open is the chain's word: the evidence is made of it. */
function check(evidence: TonEvidence, claim: TonClaim): Promise<CheckedTon> {
  return checkTon(evidence, claim, { ...NO_CHAINS, crypto: NODE_CRYPTO })
}

const CODES: Partial<Record<Failure, TonProblem>> = {
  'state-init-malformed': 'ton-state-init-malformed',
  'state-init-of-another-account': 'ton-state-init-mismatch',
  'key-not-in-data': 'ton-state-init-malformed',
  'key-may-not-sign': 'ton-key-unknown',
}

function conclude(
  { account, evidence, claim, notSigned }: ClaimedEvidence,
  checked: CheckedTon,
  keySource: TonKeySource,
): TonVerdict {
  const failure = findFailure(checked)
  const known = failure && CODES[failure]
  if (known) return refuse(known)
  const key = checked.account && getSigningKey(checked.account, evidence)
  if (account.publicKey !== undefined && account.publicKey.toLowerCase() !== key)
    return refuse('ton-key-mismatch')
  if (failure !== null || checked.account === null) return refuse(notSigned)
  const { network, address } = claim.wallet
  const { kind } = checked.account
  const binding = evidence.type === 'ton-text' ? 'text' : 'domain'
  const proven = {
    family: 'ton',
    network,
    address,
    kind,
    level: 'key',
    binding,
    keySource,
  } as const
  return { ok: true, proven, proof: evidence }
}

function findFailure({ checks }: CheckedTon): Failure | null {
  const failed = checks.find((check) => check.result === 'failed')
  return failed?.reason ?? null
}

function refuse(code: TonProblem | 'busy'): TonVerdict {
  return { ok: false, code }
}

type Answered = Exclude<TonKeyReport, { status: 'unreachable' | 'disagreement' }>

/** Null where neither the chain nor the StateInit gives a key. */
function toChainKey(report: Answered, { account }: CheckedTon): ChainKey | null {
  const { block } = report
  const at = block && { block }
  if (report.status === 'active') {
    const publicKey = Buffer.from(report.publicKey).toString('hex')
    return { publicKey, deployed: true, ...at }
  }
  const initial = account?.key.at === 'chain' ? account.key.initial : null
  if (report.status !== 'inactive' || initial === null) return null
  return { publicKey: initial, deployed: false, ...at }
}

function getKeySource({ status, isConfirmed }: Answered): TonKeySource {
  const source = status === 'active' ? 'chain' : 'anchor'
  return isConfirmed ? `${source}-confirmed` : source
}

/** Base64 characters, well above the longest of the wallets in `tests/vectors/ton-proof.json`, 1,052. */
const MAX_READ_FIRST = 2_048

/**
 * Whether a judgement may query the chain about this account. It does so before it checks the signature. A StateInit
 * much longer than that of any known wallet is not read for this, because each of its cells costs a hash.
 */
export function asksChain({ stateInit }: Pick<TonProof, 'stateInit'>): boolean {
  if (stateInit.length > MAX_READ_FIRST) return true
  const read = readStateInit(Buffer.from(stateInit, 'base64'), NODE_CRYPTO.sha256)
  return read !== null && findKey(read).at === 'chain'
}
