import type { EvmProblemCode, ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { useEvmWords } from '../use-evm-words.ts'

/**
 * What happened, in one sentence; null for no problem, and while the words for it are on their way.
 * Where those do not arrive, or are not served, a general sentence stands in.
 */
export function useProblemSentence(code: ProblemCode | null): string | null {
  const { problems, trouble } = useMessages()
  const evm = useEvmWords(code !== null && isEvmProblem(code))
  if (code === null) return null
  if (!isEvmProblem(code)) return problems[code]
  if (evm.status === 'waiting') return null
  return evm.status === 'ready' ? evm.value.problems[code] : trouble.title
}

function isEvmProblem(code: ProblemCode): code is EvmProblemCode {
  return code.startsWith('evm-')
}
