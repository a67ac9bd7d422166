import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { Evidence } from '#proof/document.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import type { LinkEvidence } from '../store/rows/wallet-rows.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import type { StoredWallet, EpochMs } from '../store/database/stored.ts'
import { answerAsMember, type AnswerDeps } from '../requests/membership.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../log/problem-lines.ts'
import type { Log } from '../log/log.ts'
import type { Store } from '../store/store.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import type { Multisigs } from './multisigs.ts'

/** Dependencies for linking a multisig after its owners have confirmed. */
export type LinkDeps = AnswerDeps & {
  store: Pick<
    Store,
    'findCosigning' | 'completeCosigning' | 'noteProblem' | 'noteAcceptance' | 'findAttempt'
  >
  multisigs: Pick<Multisigs, 'readAt'>
  evmChains: EvmChains | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

type CompletedCosigning = {
  proven: ProvenWallet
  /**
   * Owners whose confirmations here make up the accepted signature; none where owners have confirmed elsewhere. Agreements name
   * their owners.
   */
  owners?: readonly string[]
  links: readonly { userId: string; evidence: LinkEvidence; proof: Evidence }[]
}

/** Links the multisig to each member in `links`. If several processes try, the store lets exactly one succeed. */
export async function complete(
  cosigning: StoredCosigning,
  outcome: CompletedCosigning,
  deps: LinkDeps,
): Promise<StoredCosigning> {
  const { code, attemptId } = cosigning
  const completed = { code, ...outcome, walletLimit: WALLETS_PER_USER }
  const result = await deps.store.completeCosigning(completed, deps.now())
  if (result.outcome === 'wallet-limit') return noteProblem(cosigning, result.outcome, deps)
  if (result.outcome === 'linked') {
    deps.log.info({ attempt: attemptId, links: result.wallets.length }, 'a multisig is linked')
    await answerRequest(cosigning, result.wallets, deps)
    deps.onEvent()
  }
  return (await deps.store.findCosigning(code, deps.now())) ?? cosigning
}

async function answerRequest(
  { attemptId, starter }: StoredCosigning,
  wallets: readonly StoredWallet[],
  deps: LinkDeps,
): Promise<void> {
  const wallet = wallets.find(({ userId }) => userId === starter.id)
  if (attemptId === null || !wallet) return
  const attempt = await deps.store.findAttempt(attemptId, starter.id, deps.now())
  const code = attempt?.requestCode ?? null
  if (code !== null) await answerAsMember(code, wallet, deps)
}

/** Stores why the present confirmations do not link the multisig yet; null clears the reason. */
export async function noteProblem(
  cosigning: StoredCosigning,
  problem: ProblemCode | null,
  { store, log }: Pick<LinkDeps, 'store' | 'log'>,
): Promise<StoredCosigning> {
  if (cosigning.problem === problem) return cosigning
  await store.noteProblem(cosigning.code, problem)
  if (problem !== null)
    log.info({ attempt: cosigning.attemptId, problem }, `not linked yet: ${PROBLEM_LINES[problem]}`)
  return { ...cosigning, problem }
}
