import type { NoMultisig, Unreachable } from '#proof/chain.ts'
import type { Log } from '../log/log.ts'
import type { MultisigLink } from '../store/multisigs/multisig-links.ts'
import type { Store } from '../store/store.ts'
import type { StoredMultisig, EpochMs } from '../store/database/stored.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import { NODE_LAG_MS } from '#shared/limits.ts'
import type { ReadMultisig, ReadSafe } from '../chains/read-multisig.ts'
import { isSignedByOwners, type SafeSignature, safeSigners } from '../proofs/safe-signers.ts'
import { mapLimit } from './map-limit.ts'
import type { StaleReason } from '#shared/multisig.ts'
import type { LinkEvidence } from '../store/rows/wallet-rows.ts'

export type JudgeDeps = {
  store: Pick<Store, 'listMultisigLinks' | 'markStale' | 'noteAcceptance' | 'endOwners'>
  evmChains: EvmChains | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

/** Links of one multisig that are judged at the same time. Each sends a query to its chain. */
const LINKS_AT_ONCE = 4

/** Marks the links that no longer hold after this reading as stale. A chain that does not answer changes nothing. */
export async function markStaleLinks(
  multisig: StoredMultisig,
  reading: StoredMultisig | NoMultisig,
  deps: JudgeDeps,
): Promise<void> {
  if (typeof reading === 'string') await deps.store.endOwners(multisig.id, deps.now())
  const links = await deps.store.listMultisigLinks(multisig.id)
  // What its contract accepts is asked of each account, whatever its contract is.
  const isJudged = ({ wallet }: MultisigLink) =>
    typeof reading !== 'string' || wallet.kind !== 'contract'
  await mapLimit(links.filter(isJudged), LINKS_AT_ONCE, async (link) => {
    const facts = await getFacts(link, reading, deps)
    const reason = judgeLink(link.evidence, facts)
    if (reason === 'not-by-owners') await noteBypass(multisig, deps)
    if (reason === null || !(await deps.store.markStale({ ...link, reason }, deps.now()))) return
    deps.log.info({ wallet: link.wallet.id, reason }, 'a link to a multisig is stale now')
    deps.onEvent()
  })
}

/** Something other than its owners' keys made the account accept, so its list of owners proves no signer. */
function noteBypass({ id }: StoredMultisig, { store, now }: JudgeDeps): Promise<void> {
  return store.noteAcceptance(id, 'others', now())
}

async function getFacts(
  { wallet, evidence }: MultisigLink,
  reading: StoredMultisig | NoMultisig,
  deps: JudgeDeps,
): Promise<LinkFacts> {
  const isAsked = evidence.kind === 'signature' && typeof reading !== 'string'
  if (!isAsked || reading.family === 'ton') return { reading, ...UNASKED }
  // A stale link stays stale. So while a node may be behind, a refusal without a visible cause changes nothing, and the
  // account is queried again at its next reading.
  const isYoung = deps.now() - wallet.verifiedAt < NODE_LAG_MS
  if (wallet.kind === 'safe') return { isYoung, ...(await getSafeFacts(reading, evidence, deps)) }
  return { ...UNASKED, reading, isYoung, verdict: await ask(reading, evidence, deps) }
}

type SafeFacts = Omit<LinkFacts, 'isYoung'> & Partial<Pick<LinkFacts, 'isYoung'>>

async function getSafeFacts(
  safe: ReadSafe,
  evidence: SafeSignature,
  deps: JudgeDeps,
): Promise<SafeFacts> {
  // A Safe with an unknown handler is not queried, because the author of the handler would control the answer.
  const verdict = safe.canSign ? await ask(safe, evidence, deps) : 'refused'
  const isByOwners = verdict === 'accepted' ? isSignedByOwners(safe, evidence) : null
  const signers = verdict === 'refused' ? getKeys(safe, evidence) : []
  const facts = { reading: safe, verdict, signers, isByOwners }
  return safe.canSign ? facts : { ...facts, isYoung: false }
}

/** At the block of the reading: of another one, its owners and its threshold would explain nothing. */
async function ask(
  { chainId, address, block }: ReadSafe,
  { hash, signature }: SafeSignature,
  { evmChains }: JudgeDeps,
): Promise<NonNullable<LinkFacts['verdict']>> {
  const query = { address, hash, signature }
  const answer = (await evmChains?.readAcceptance(chainId, query, block)) ?? 'unreachable'
  return answer === 'unreachable' ? answer : answer.verdict
}

/** Empty unless keys made every part of the signature. */
function getKeys(safe: ReadSafe, signature: SafeSignature): readonly string[] {
  const signers = safeSigners(safe, signature)
  const keys = signers.filter((signer) => signer !== null)
  return keys.length === signers.length ? keys : []
}

/** The facts where the reading alone decides. */
const UNASKED = { verdict: null, signers: [], isByOwners: null, isYoung: false } as const

/** What the chain shows about a link's multisig now. */
export type LinkFacts = {
  reading: ReadMultisig | NoMultisig
  /** ERC-1271 verdict on the signature that the account accepted before. Null where there is nothing to check. */
  verdict: 'accepted' | 'refused' | Unreachable | null
  /** The owners who made that signature, as far as the signature shows them. */
  signers: readonly string[]
  /** Whether a Safe that still accepts it lists its signers as owners; null where that is not known. */
  isByOwners: boolean | null
  /** Whether the account accepted it so recently that a node behind its chain may not yet show the cause. */
  isYoung: boolean
}

/** Why a link to a multisig no longer holds; null while there is no sign against it. */
export function judgeLink(evidence: LinkEvidence, facts: LinkFacts): StaleReason | null {
  const { reading } = facts
  if (typeof reading === 'string') return 'not-recognised'
  if (evidence.kind === 'agreements') return judgeAgreements(evidence, reading)
  if (facts.verdict === 'refused') return whyRefused(facts, reading)
  // A message signed on the chain stays signed when the Safe's owners change, and the Safe does not show who signed it.
  if (!areAllOwners(evidence.owners ?? [], reading)) return 'owners-changed'
  return facts.isByOwners === false && !facts.isYoung ? 'not-by-owners' : null
}

function areAllOwners(these: readonly string[], { owners }: ReadMultisig): boolean {
  return these.every((owner) => owners.includes(owner))
}

function judgeAgreements(
  { owners, own }: Extract<LinkEvidence, { kind: 'agreements' }>,
  reading: ReadMultisig,
): StaleReason | null {
  if (!reading.owners.includes(own)) return 'owners-changed'
  const still = owners.filter((owner) => reading.owners.includes(owner))
  if (still.length >= reading.threshold) return null
  return still.length < owners.length ? 'owners-changed' : 'threshold-raised'
}

/** The account gives no reason for a refusal. This finds a visible one, if there is one. */
function whyRefused(
  { signers, isYoung }: Pick<LinkFacts, 'signers' | 'isYoung'>,
  reading: ReadMultisig,
): StaleReason | null {
  if (!areAllOwners(signers, reading)) return 'owners-changed'
  const tooFew = signers.length > 0 && signers.length < reading.threshold
  if (tooFew) return 'threshold-raised'
  return isYoung ? null : 'not-accepted'
}
