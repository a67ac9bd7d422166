import type { Log } from '../log/log.ts'
import type { MultisigLink } from '../store/multisigs/multisig-links.ts'
import type { Store } from '../store/store.ts'
import type { StoredMultisig, EpochMs } from '../store/stored.ts'
import type { EvmChains } from '../verify/evm-chain.ts'
import type { NoMultisig, ReadSafe } from '../verify/multisig.ts'
import { isSignedByOwners, type SafeSignature, safeSigners } from '../verify/safe-signers.ts'
import { mapLimit } from './map-limit.ts'
import { judgeLink, type LinkFacts } from './judge-link.ts'

export type JudgeDeps = {
  store: Pick<Store, 'listMultisigLinks' | 'markStale' | 'noteAcceptance'>
  evmChains: EvmChains | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

/** Links of one multisig that are judged at the same time. Each sends a query to its chain. */
const LINKS_AT_ONCE = 4
/**
 * How far a node may be behind its chain, in milliseconds. A stale link stays stale, so within this time after the
 * proof a refusal without a visible cause changes nothing. The account is queried again at its next reading.
 */
const NODE_LAG_MS = 10 * 60_000

/** Marks the links that no longer hold after this reading as stale. A chain that does not answer changes nothing. */
export async function markStaleLinks(
  multisig: StoredMultisig,
  reading: StoredMultisig | NoMultisig,
  deps: JudgeDeps,
): Promise<void> {
  const links = await deps.store.listMultisigLinks(multisig.id)
  await mapLimit(links, LINKS_AT_ONCE, async (link) => {
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
  const isByOwners = verdict === 'accepted' ? await isSignedByOwners(safe, evidence) : null
  const signers = verdict === 'refused' ? await getKeys(safe, evidence) : []
  const facts = { reading: safe, verdict, signers, isByOwners }
  return safe.canSign ? facts : { ...facts, isYoung: false }
}

async function ask(
  { chainId, address }: ReadSafe,
  { hash, signature }: SafeSignature,
  { evmChains }: JudgeDeps,
): Promise<NonNullable<LinkFacts['verdict']>> {
  const verdict = await evmChains?.isValidSignature(chainId, { address, hash, signature })
  return verdict ?? 'unreachable'
}

/** Empty unless keys made every part of the signature. */
async function getKeys(safe: ReadSafe, signature: SafeSignature): Promise<readonly string[]> {
  const signers = await safeSigners(safe, signature)
  const keys = signers.filter((signer) => signer !== null)
  return keys.length === signers.length ? keys : []
}

/** The facts where the reading alone decides. */
const UNASKED = { verdict: null, signers: [], isByOwners: null, isYoung: false } as const
