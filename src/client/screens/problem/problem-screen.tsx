import type { ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Button } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useProblemAction } from './use-problem-action.ts'
import { useProblemSentence } from './use-problem-sentence.ts'
import { WARNING } from '../../ui/icons/warning.ts'

type Props = {
  code: ProblemCode
  /** @default the general title */
  title?: string
  onRetry: () => void
  /** Begins linking anew. @default chooses a wallet */
  onStartAnew?: () => void
}

/** A problem that takes the whole screen: what happened, and the one thing to do next. */
export function ProblemScreen({ code, title, onRetry, onStartAnew }: Props) {
  const { trouble } = useMessages()
  const heading = title ?? trouble.title
  const sentence = useProblemSentence(code)
  // The general sentence is the general title.
  const hasMore = sentence !== null && sentence !== heading
  const { label, needsTap, act } = useProblemAction(code, {
    retry: onRetry,
    startAnew: onStartAnew,
  })
  return (
    <Screen>
      <Outcome icon={WARNING} tone="warning" title={heading} {...(hasMore && { text: sentence })} />
      {needsTap ? (
        <div className="actions">
          <Button onPress={act}>{label}</Button>
        </div>
      ) : (
        <MainAction text={label} onPress={act} />
      )}
    </Screen>
  )
}
