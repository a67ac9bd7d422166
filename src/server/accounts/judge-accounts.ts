import type { Unreachable } from '#proof/chain.ts'
import type { Log } from '../log/log.ts'
import type { AccountLink } from '../store/accounts/account-checks.ts'
import type { Store } from '../store/store.ts'
import type { EpochMs } from '../store/database/stored.ts'
import type { EvmChains } from '../chains/evm-chain.ts'

export type JudgeAccountsDeps = {
  store: Pick<Store, 'noteAccepted' | 'noteNoContract' | 'markStale'>
  evmChains: EvmChains
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

/** Accounts per request to a chain: many endpoints limit the number of calls in a batch. */
export const ACCOUNTS_A_BATCH = 20
/** How long a chain must show no contract, where there was one, before the link becomes stale, in milliseconds. */
const GONE_AFTER_MS = 60 * 60_000

/**
 * Queries accounts of one chain, in one round trip, whether they still accept what they accepted once. If an account
 * refuses, its link is marked stale. A chain that does not answer changes nothing.
 */
export async function judgeAccounts(
  chainId: number,
  links: readonly AccountLink[],
  deps: JudgeAccountsDeps,
): Promise<'judged' | Unreachable> {
  const askedAt = deps.now()
  const verdicts = await deps.evmChains.areValidSignatures(chainId, links)
  const accepted = links.filter((_, index) => verdicts[index] === 'accepted')
  if (accepted.length > 0) await deps.store.noteAccepted(accepted, askedAt)
  for (const [index, link] of links.entries()) {
    if (verdicts[index] === 'refused') await judgeRefused(link, askedAt, deps)
  }
  return verdicts.every((verdict) => verdict === 'unreachable') ? 'unreachable' : 'judged'
}

/**
 * If a contract is there, it has refused. If none is there, the node may be behind its chain, or have lost its state. A
 * stale link stays stale, so the address must be empty for a while, with no other answer in between.
 */
async function judgeRefused(
  link: AccountLink,
  askedAt: EpochMs,
  deps: JudgeAccountsDeps,
): Promise<void> {
  const code = await deps.evmChains.codeAt(link.chainId, link.address)
  if (code === 'unreachable') return
  if (code !== 'none') return markStale(link, 'not-accepted', deps)
  const since = await deps.store.noteNoContract(link, askedAt)
  if (since !== null && askedAt - since >= GONE_AFTER_MS) {
    await markStale(link, 'not-recognised', deps)
  }
}

async function markStale(
  { wallet }: AccountLink,
  reason: 'not-accepted' | 'not-recognised',
  { store, now, log, onEvent }: JudgeAccountsDeps,
): Promise<void> {
  if (!(await store.markStale({ wallet, reason }, now()))) return
  log.info({ wallet: wallet.id, reason }, 'a link to a contract account is stale now')
  onEvent()
}
