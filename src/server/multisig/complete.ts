import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { ProvenWallet } from '#shared/wallet.ts'
import type { LinkEvidence, StoredCollection } from '../store/multisig-store.ts'
import type { StoredWallet } from '../store/store.ts'
import { noteProblem } from './note-problem.ts'
import type { SettlementDeps } from './settlement-deps.ts'

type Outcome = {
  proven: ProvenWallet
  /** What the account accepted; empty for agreements. */
  signature: Uint8Array
  /** Whose words here a signature is made of; none where owners have spoken elsewhere. Agreements name theirs. */
  owners?: readonly string[]
  links: readonly { userId: string; evidence: LinkEvidence }[]
}

/** Links the multisig to each of them. Of any number of processes that try, the store lets one. */
export async function complete(
  collection: StoredCollection,
  outcome: Outcome,
  deps: SettlementDeps,
): Promise<StoredCollection> {
  const { code, attemptId } = collection
  const completed = { code, ...outcome, walletLimit: WALLETS_PER_USER }
  const result = await deps.store.completeCollection(completed, deps.now())
  if (result.outcome === 'wallet-limit') return noteProblem(collection, result.outcome, deps)
  if (result.outcome === 'linked') {
    deps.log.info({ attempt: attemptId, links: result.wallets.length }, 'a multisig is linked')
    await answerRequest(collection, result.wallets, deps)
    deps.onEvent()
  }
  return (await deps.store.findCollection(code, deps.now())) ?? collection
}

async function answerRequest(
  { attemptId, starter }: StoredCollection,
  wallets: readonly StoredWallet[],
  deps: SettlementDeps,
): Promise<void> {
  const wallet = wallets.find(({ userId }) => userId === starter.id)
  if (attemptId === null || !wallet) return
  const attempt = await deps.store.findAttempt(attemptId, starter.id, deps.now())
  if (attempt) await deps.answerAsMember(attempt, wallet)
}
