import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../problem-lines.ts'
import type { StoredCollection } from '../store/multisig-store.ts'
import type { SettlementDeps } from './settlement-deps.ts'

/** Keeps why the words that are there link nothing yet, or that there is no such reason any more. */
export async function noteProblem(
  collection: StoredCollection,
  problem: ProblemCode | null,
  { store, log }: Pick<SettlementDeps, 'store' | 'log'>,
): Promise<StoredCollection> {
  if (collection.problem === problem) return collection
  await store.noteProblem(collection.code, problem)
  if (problem !== null)
    log.info(
      { attempt: collection.attemptId, problem },
      `not linked yet: ${PROBLEM_LINES[problem]}`,
    )
  return { ...collection, problem }
}
