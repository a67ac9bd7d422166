import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../log/problem-lines.ts'
import type { StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import type { LinkDeps } from './link-deps.ts'

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
