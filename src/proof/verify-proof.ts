import { NO_CHAINS, type ProofChains, type ProofPorts } from './chain.ts'
import { type Check, failed, isRefusal } from './check.ts'
import { checkKeyEvidence, checkQuorum } from './check-quorum.ts'
import { checkTelegram } from './check-telegram.ts'
import { checkTime } from './check-time.ts'
import { PORTABLE_CRYPTO } from './crypto.ts'
import type { Evidence, ProofDocument } from './document.ts'
import { checkEvmContract, checkSafe } from './evm/check-evm.ts'
import type { CheckedOwners, OwnersCount } from './owners.ts'
import { proofDigest } from './proof-digest.ts'
import { readProof } from './read-proof.ts'
import { getDomain, getShown, getTime, type StatedBy } from './signed-facts.ts'
import { type LoginKey, TELEGRAM_LOGIN_KEYS } from './login.ts'
import { TELEGRAM_PRODUCTION, type TelegramKey } from './telegram.ts'
import { type Claim, findGround, judge, type Verdict } from './verdict.ts'
import type { NamedWallet } from './account-id.ts'

type VerifierOptions = {
  /** The verifier's clock, in Unix milliseconds. */
  now: number
  /** The chain of the document's wallet. @default none: the checks that need it stay open */
  openChains?: (wallet: NamedWallet) => ProofChains
  /** Keys of Telegram that are trusted for launches. @default the one of production */
  telegramKeys?: readonly TelegramKey[]
  /** Keys of Telegram that are trusted for logins. @default those of production */
  loginKeys?: readonly LoginKey[]
}

/**
 * Verifies a document in the format clasp-proof/1. It needs no server, no secret and no network; with a chain it checks
 * more.
 *
 * @param source the document, as the bytes of its file or as their text
 * @see docs/proof-format.md
 */
export async function verifyProof(
  source: Uint8Array | string,
  {
    now,
    openChains = () => NO_CHAINS,
    telegramKeys = [TELEGRAM_PRODUCTION],
    loginKeys = TELEGRAM_LOGIN_KEYS,
  }: VerifierOptions,
): Promise<Verdict> {
  const read = readProof(source)
  if (!read.ok) {
    const { ok: _, ...unreadable } = read
    return { verdict: 'unreadable', ...unreadable }
  }
  const { document, wallet } = read
  const { evidence } = document
  const seconds = Math.floor(now / 1_000)
  const { checks: ofEvidence, now: owners } = await checkEvidence(document, wallet, {
    ...openChains(wallet),
    crypto: PORTABLE_CRYPTO,
  })
  if (ofEvidence.some(isRefusal)) return { verdict: 'refused', checks: ofEvidence }
  const ofTime = checkTime(evidence, seconds)
  if (isRefusal(ofTime)) return { verdict: 'refused', checks: [...ofEvidence, ofTime] }
  const trust = { keys: telegramKeys, loginKeys, now: seconds }
  const { checks: ofTelegram, signed: telegram } = await checkTelegram(document, trust)
  const checks = [...ofEvidence, ofTime, ...ofTelegram]
  const verdict = judge(checks)
  if (verdict === 'refused') return { verdict, checks }
  const claim = makeClaim(document, checks, owners)
  const site = { word: getSiteWord(evidence), domain: getDomain(evidence) }
  const time = { word: getTimeWord(evidence), seconds: getTime(evidence) }
  const facts = { claim, site, time, telegram, digest: proofDigest(document) }
  return { verdict, checks, facts }
}

async function checkEvidence(
  { wallet: name, telegramId, evidence }: ProofDocument,
  wallet: NamedWallet,
  ports: ProofPorts,
): Promise<CheckedOwners> {
  const claim = { wallet, telegramId }
  if (evidence.type === 'quorum') return checkQuorum(evidence, { ...claim, name }, ports)
  if (evidence.type === 'safe' || evidence.type === 'evm-contract')
    return checkAccount(evidence, claim, ports)
  return withoutOwners(await checkKeyEvidence(evidence, claim, ports))
}

async function checkAccount(
  evidence: Extract<Evidence, { type: 'safe' | 'evm-contract' }>,
  { wallet, telegramId }: { wallet: NamedWallet; telegramId: string },
  ports: ProofPorts,
): Promise<CheckedOwners> {
  if (wallet.family !== 'evm') return withoutOwners([failed('message', 'message-differs')])
  const claim = { wallet, telegramId }
  return evidence.type === 'safe'
    ? checkSafe(evidence, claim, ports)
    : withoutOwners(await checkEvmContract(evidence, claim, ports))
}

const withoutOwners = (checks: Check[]): CheckedOwners => ({ checks, now: null })

function makeClaim(
  { wallet, telegramId, evidence }: ProofDocument,
  checks: readonly Check[],
  ofNow: OwnersCount | null,
): Claim {
  const ground = findGround(evidence, checks)
  const isNow = ground.word === 'chain' && ground.at === 'now'
  const owners = isNow ? ofNow : countOwners(evidence)
  return { type: evidence.type, wallet, telegramId, owners, ...ground }
}

function countOwners(evidence: Evidence): OwnersCount | null {
  if (evidence.type !== 'safe' && evidence.type !== 'quorum') return null
  const { owners, threshold } = evidence
  const signed = evidence.type === 'safe' ? evidence.signatures : getShown(evidence)
  return { signed: signed.length, of: owners.length, needed: threshold }
}

function getSiteWord({ type }: Evidence): StatedBy {
  if (type === 'quorum') return 'owners'
  return type === 'ton-proof' ? 'wallet' : 'message'
}

function getTimeWord({ type }: Evidence): StatedBy {
  if (type === 'quorum') return 'owners'
  return type === 'ton-proof' || type === 'ton-text' ? 'wallet' : 'message'
}
