import type { Log } from '../log.ts'
import type { MultisigLink, StoredMultisig } from '../store/multisig-store.ts'
import type { EpochMs, Store } from '../store/store.ts'
import type { EvmChains } from '../verify/evm-chain.ts'
import type { NoMultisig } from '../verify/multisig.ts'
import { safeSigners } from '../verify/safe-signers.ts'
import { aFewAtOnce } from './a-few-at-once.ts'
import { judgeLink, type LinkFacts } from './judge-link.ts'

export type JudgeDeps = {
  store: Pick<Store, 'listMultisigLinks' | 'markStale'>
  evmChains: EvmChains | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

/** Links of one multisig that are judged at the same time, each with a question to its chain. */
const LINKS_AT_ONCE = 4
/**
 * How far a node may be behind its chain, in milliseconds. What is stale stays stale, so within this time after the proof a
 * refusal without visible cause ends nothing: the account is asked again when it is read next.
 */
const NODE_LAG_MS = 10 * 60_000

/** Marks the links that do not hold by what the chain has just shown. A chain that does not answer changes nothing. */
export async function judgeLinks(
  multisig: StoredMultisig,
  reading: StoredMultisig | NoMultisig,
  deps: JudgeDeps,
): Promise<void> {
  const links = await deps.store.listMultisigLinks(multisig.id)
  await aFewAtOnce(links, LINKS_AT_ONCE, async (link) => {
    const facts = await factsOf(link, { multisig, reading }, deps)
    const reason = judgeLink(link.evidence, facts)
    if (reason === null || !(await deps.store.markStale({ ...link, reason }, deps.now()))) return
    deps.log.info({ wallet: link.wallet.id, reason }, 'a link to a multisig holds no more')
    deps.onEvent()
  })
}

type Read = { multisig: StoredMultisig; reading: StoredMultisig | NoMultisig }

async function factsOf(
  { wallet, evidence }: MultisigLink,
  { multisig, reading }: Read,
  { evmChains, now }: JudgeDeps,
): Promise<LinkFacts> {
  const isAsked = evidence.kind === 'signature' && typeof reading !== 'string'
  if (!isAsked || multisig.family === 'ton') return { reading, ...UNASKED }
  // A Safe that has got a handler that nobody knows is not asked: whoever wrote that would answer.
  const isDeaf = wallet.kind === 'safe' && reading.family === 'evm' && !reading.canSign
  const { chainId, address } = multisig
  const { hash, signature } = evidence
  const verdict = isDeaf
    ? 'refused'
    : await evmChains?.isValidSignature(chainId, { address, hash, signature })
  const signers = verdict === 'refused' ? await safeSigners(multisig, evidence) : []
  const isYoung = !isDeaf && now() - wallet.verifiedAt < NODE_LAG_MS
  return { reading, verdict: verdict ?? 'unreachable', signers, isYoung }
}

/** Where the reading alone tells. */
const UNASKED = { verdict: null, signers: [], isYoung: false } as const
