import type { Busy } from '#server/verify/busy.ts'

/** Puts a question to a chain, unless another one of the same member is under way. */
export type Turn = <Answer>(question: () => Promise<Answer>) => Promise<Answer | Busy>

/**
 * The chains as one of many members may ask them: one question at a time. Whoever makes a proof up can
 * have a chain asked without any signature, and the chains answer all members together only so often.
 * A second question is not put: the member is `busy`, and asks again a moment later.
 */
export function oneQuestionEach(): (memberId: string) => Turn {
  const asking = new Set<string>()
  return (memberId) => async (question) => {
    if (asking.has(memberId)) return 'busy'
    asking.add(memberId)
    try {
      return await question()
    } finally {
      asking.delete(memberId)
    }
  }
}
