import type { ProblemCode } from '#shared/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useProblemAction } from './use-problem-action.ts'
import { useProblemSentence } from './use-problem-sentence.ts'

/** A problem that leaves the screen as it is: one sentence, read aloud. */
export function ProblemNotice({ code }: { code: ProblemCode | null }) {
  const sentence = useProblemSentence(code)
  if (code === null || sentence === null) return null
  return (
    <>
      <Notice>{sentence}</Notice>
      <WayBackIn code={code} />
    </>
  )
}

/** What was tapped can be tapped again, but not by somebody who is not signed in any more. */
function WayBackIn({ code }: { code: ProblemCode }) {
  const { kind, label, act } = useProblemAction(code, { retry: () => {} })
  if (kind !== 'reopen') return null
  return (
    <div className="actions">
      <Button kind="quiet" onPress={act}>
        {label}
      </Button>
    </div>
  )
}
