import type { ProblemCode } from '#shared/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useProblemAction } from './use-problem-action.ts'
import { useProblemSentence } from './use-problem-sentence.ts'

/** A problem that leaves the screen as it is: one sentence, announced to screen readers. */
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

/** A failed action can be tapped again, but a member who is signed out must first reopen the app. */
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
