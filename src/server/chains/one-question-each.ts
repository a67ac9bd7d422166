import type { Unreachable } from '#server/verify/evm-chain.ts'

/** Puts a question to a chain when it is the asker's turn; otherwise the chain is unreachable for them. */
export type Turn = <Answer>(question: () => Promise<Answer>) => Promise<Answer | Unreachable>

/**
 * The chains as one of many members may ask them: one question at a time. Whoever makes a proof up can
 * have a chain asked without any signature, and the chains answer all members together only so often.
 * A second question finds its chain `unreachable`: to be asked again.
 */
export function oneQuestionEach(): (memberId: string) => Turn {
  const asking = new Set<string>()
  return (memberId) => async (question) => {
    if (asking.has(memberId)) return 'unreachable'
    asking.add(memberId)
    try {
      return await question()
    } finally {
      asking.delete(memberId)
    }
  }
}
