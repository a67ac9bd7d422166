import type { ProblemCode } from '#shared/problem.ts'
import { Notice } from '../../ui/notice.tsx'
import { useProblemSentence } from './use-problem-sentence.ts'

/** A problem that leaves the screen as it is: one sentence, read aloud. */
export function ProblemNotice({ code }: { code: ProblemCode | null }) {
  const sentence = useProblemSentence(code)
  return sentence === null ? null : <Notice>{sentence}</Notice>
}
