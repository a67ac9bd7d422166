import { type Check, isAboutNow, isRefusal } from './check.ts'
import type { SignedByTelegram } from './check-telegram.ts'
import type { Evidence } from './document.ts'
import type { OwnersCount } from './owners.ts'
import type { Unreadable } from './read-proof.ts'
import type { StatedBy } from './signed-facts.ts'

/**
 * The one answer of a verifier; command lines, exit codes and screens are made of it. docs/proof-format.md, "What
 * follows", describes it for others.
 *
 * `proven`: every check passed · `open`: none failed, and the chain has not confirmed all · `outdated`: it was true at
 * the block of the document, and is not true now · `refused`: nothing shows that it was ever true · `unreadable`: not a
 * document
 */
export type Verdict =
  | { verdict: 'proven' | 'open' | 'outdated'; checks: readonly Check[]; facts: Facts }
  | { verdict: 'refused'; checks: readonly Check[] }
  | {
      verdict: 'unreadable'
      reason: Unreadable
      /** Path of the member that is malformed, as in `evidence.nonce`. Names that are the document's are escaped and cut. */
      at?: string
    }

/** How a program ends that verifies one document. */
export const EXIT_CODES: Readonly<Record<Verdict['verdict'], number>> = {
  proven: 0,
  outdated: 1,
  refused: 1,
  unreadable: 2,
  open: 3,
}

/** What a document shows, and whose word each part is. */
export type Facts = {
  claim: Claim
  site: { word: StatedBy; domain: string }
  /** Unix seconds; a quorum's is that of the last agreement. */
  time: { word: StatedBy; seconds: number }
  /** What Telegram signed, if the document has it. */
  telegram: SignedByTelegram | null
  /** The document's digest, by which the site is asked for its status. */
  digest: string
}

/** What a wallet agreed to. */
export type Claim = {
  type: Evidence['type']
  /** In CAIP-10. */
  wallet: string
  telegramId: string
  /** Of a multisig; the chain's numbers where it is the chain's word. */
  owners: OwnersCount | null
} & Ground

/**
 * Whose word the claim is. `key`: signatures alone show it · `chain`: the node that was asked says it, of the block with
 * this number or of now · `document`: nobody has confirmed it
 */
export type Ground = { word: 'key' } | { word: 'chain'; at: number | 'now' } | { word: 'document' }

/** What the checks of a readable document come to. */
export function judge(checks: readonly Check[]): Exclude<Verdict['verdict'], 'unreadable'> {
  const isOpenThen = checks.some(isOpenOfThen)
  const isNotNow = getResultOfNow(checks) === 'failed'
  if (checks.some(isRefusal) || (isNotNow && isOpenThen)) return 'refused'
  if (isNotNow) return 'outdated'
  return checks.every(({ result }) => result === 'passed') ? 'proven' : 'open'
}

/** How the check ended whether it is true now; undefined for what cannot change. */
export function getResultOfNow(checks: readonly Check[]): Check['result'] | undefined {
  return checks.find(({ check }) => isAboutNow(check))?.result
}

/** @param checks of which none is a refusal */
export function findGround(evidence: Evidence, checks: readonly Check[]): Ground {
  const block = getBlock(evidence)
  if (block === null) return { word: 'key' }
  const open = checks.filter(isOpenOfThen)
  if (open.length === 0) return { word: 'chain', at: block }
  const isOnlyThen = open.every(({ check }) => check === 'acceptance' || check === 'owners')
  return isOnlyThen && getResultOfNow(checks) === 'passed'
    ? { word: 'chain', at: 'now' }
    : { word: 'document' }
}

/** Whether the evidence is not confirmed. Telegram's signature is beside it. */
function isOpenOfThen({ check, result }: Check): boolean {
  return result === 'open' && !isAboutNow(check) && check !== 'telegram-signature'
}

/** Of which block the chain is asked; null where no check needs the chain. */
function getBlock(evidence: Evidence): number | 'now' | null {
  switch (evidence.type) {
    case 'ton-proof':
    case 'ton-text':
      return evidence.chainKey === undefined ? null : (evidence.chainKey.block?.seqno ?? 'now')
    case 'evm-message':
      return null
    default: {
      const { block } = evidence
      if (block === undefined) return 'now'
      return 'seqno' in block ? block.seqno : block.number
    }
  }
}
