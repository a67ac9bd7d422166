import { NO_CHAIN, type ProofChain } from './chain.ts'
import { type Check, failed, isAboutNow, isRefusal } from './check.ts'
import { checkKeyEvidence, checkQuorum } from './check-quorum.ts'
import type { Evidence, ProofDocument } from './document.ts'
import { checkEvmContract, checkSafe } from './evm/check-evm.ts'
import { getDomain, getShown, getTime, type SigningTime } from './signed-facts.ts'
import { readProof, type Unreadable } from './read-proof.ts'
import {
  checkTelegram,
  type SignedLaunch,
  TELEGRAM_PRODUCTION,
  type TelegramKey,
} from './telegram.ts'
import type { NamedWallet } from './wallet-name.ts'

/** What follows from a document of which no check fails. */
export type Finding = {
  type: Evidence['type']
  /** In CAIP-10. */
  wallet: string
  telegramId: string
  domain: string
  /** A quorum's is that of the last agreement. */
  signedAt: SigningTime
  /** How many owners signed or agreed, of how many; null for a wallet that is no multisig. */
  owners: { agreed: number; of: number } | null
  /** Whether it follows only if the chain confirms it. */
  isConditional: boolean
  /** Whether it is true now as well; null where the chain was not asked, or where nothing can change. */
  isCurrent: boolean | null
  /** Telegram's own signature, if the document has it. */
  launch: SignedLaunch | null
}

/** The answer of a verifier. `finding` is null if a check has failed. */
export type ProofVerdict =
  | { readable: false; reason: Unreadable; at?: string }
  | { readable: true; checks: readonly Check[]; finding: Finding | null }

type VerifierOptions = {
  /** @default none: the checks that need it say so */
  chain?: ProofChain
  /** Keys of Telegram that are trusted. @default the one of production */
  telegramKeys?: readonly TelegramKey[]
}

/**
 * Verifies a document in the format clasp-proof/1. It needs no server, no secret and no network; with a chain it checks
 * more.
 *
 * @param text the document as JSON
 * @see docs/proof-format.md
 */
export async function verifyProof(
  text: string,
  { chain = NO_CHAIN, telegramKeys = [TELEGRAM_PRODUCTION] }: VerifierOptions = {},
): Promise<ProofVerdict> {
  const read = readProof(text)
  if (!read.ok) {
    const { ok: _, ...unreadable } = read
    return { readable: false, ...unreadable }
  }
  const { document, wallet } = read
  const ofEvidence = await checkEvidence(document, wallet, chain)
  if (ofEvidence.some(isRefusal)) return { readable: true, checks: ofEvidence, finding: null }
  const telegram = checkTelegram(document, telegramKeys)
  const checks = [...ofEvidence, ...telegram.checks]
  const finding = checks.some(isRefusal) ? null : find(document, checks, telegram.launch)
  return { readable: true, checks, finding }
}

async function checkEvidence(
  { wallet: name, telegramId, evidence }: ProofDocument,
  wallet: NamedWallet,
  chain: ProofChain,
): Promise<Check[]> {
  if (evidence.type === 'quorum') return checkQuorum(evidence, { name, wallet, telegramId }, chain)
  if (evidence.type === 'safe' || evidence.type === 'evm-contract')
    return checkAccount(evidence, { wallet, telegramId }, chain)
  return checkKeyEvidence(evidence, { wallet, telegramId }, chain)
}

async function checkAccount(
  evidence: Extract<Evidence, { type: 'safe' | 'evm-contract' }>,
  { wallet, telegramId }: { wallet: NamedWallet; telegramId: string },
  chain: ProofChain,
): Promise<Check[]> {
  if (wallet.family !== 'evm') return [failed('message', 'message-differs')]
  const claim = { wallet, telegramId }
  return evidence.type === 'safe'
    ? checkSafe(evidence, claim, chain)
    : checkEvmContract(evidence, claim, chain)
}

function find(
  { wallet, telegramId, evidence }: ProofDocument,
  checks: readonly Check[],
  launch: SignedLaunch | null,
): Finding {
  return {
    type: evidence.type,
    wallet,
    telegramId,
    domain: getDomain(evidence),
    signedAt: getTime(evidence),
    owners: countOwners(evidence),
    isConditional: checks.some(
      ({ check, result }) => result === 'needs-chain' && !isAboutNow(check),
    ),
    isCurrent: isCurrent(checks),
    launch,
  }
}

function isCurrent(checks: readonly Check[]): boolean | null {
  const results = checks.filter(({ check }) => isAboutNow(check)).map(({ result }) => result)
  if (results.length === 0 || results.includes('needs-chain')) return null
  return !results.includes('failed')
}

function countOwners(evidence: Evidence): Finding['owners'] {
  switch (evidence.type) {
    case 'safe':
      return { agreed: evidence.signatures.length, of: evidence.owners.length }
    case 'quorum':
      return { agreed: getShown(evidence).length, of: evidence.owners.length }
    default:
      return null
  }
}
