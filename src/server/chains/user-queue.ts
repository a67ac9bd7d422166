import type { Busy } from '#server/verify/busy.ts'

/** Puts a question to a chain, unless another one of the same member is under way. */
export type RunExclusive = <Answer>(question: () => Promise<Answer>) => Promise<Answer | Busy>

/**
 * The chains as one of many members may ask them: one question at a time. Whoever makes a proof up can
 * have a chain asked without any signature, and the chains answer all members together only so often.
 * A second question is not put: the member is `busy`, and asks again a moment later.
 */
export function createUserQueue(): (memberId: string) => RunExclusive {
  const running = new Set<string>()
  return (memberId) => async (question) => {
    if (running.has(memberId)) return 'busy'
    running.add(memberId)
    try {
      return await question()
    } finally {
      running.delete(memberId)
    }
  }
}
