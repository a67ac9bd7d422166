import { useEffect, useEffectEvent } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { isOfConnection, onBack } from '../../connection.ts'
import { useFirstMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MainAction, SecondaryAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { useProblemAction } from './use-problem-action.ts'
import { useProblemSentence } from './use-problem-sentence.ts'
import { WARNING } from '../../ui/first-icons.ts'

type Props = {
  code: ProblemCode
  /** @default the general title */
  title?: string
  /** @default the sentence of the code */
  text?: string | null
  onRetry: () => void
  /** Starts linking again. @default chooses a wallet */
  onStartAnew?: () => void
  /** Replaces the way to Home, where there is no other screen to go to. @default shows Home */
  onHome?: () => void
  /** A second way to continue, where Home is not the first. @default none */
  onLeave?: (() => void) | undefined
}

/** A problem that fills the whole screen: what happened, and the one thing to do next. */
export function ProblemScreen({ code, title, text, onRetry, onStartAnew, onHome, onLeave }: Props) {
  const { trouble, actions } = useFirstMessages()
  const heading = title ?? trouble.title
  const ofCode = useProblemSentence(code)
  const sentence = text ?? ofCode
  // The general sentence is the same as the general title.
  const more = sentence === heading ? null : sentence
  const { label, needsTap, act } = useProblemAction(code, {
    retry: onRetry,
    startAnew: onStartAnew,
    goHome: onHome,
  })
  useRetryWhenBack(code, act)
  return (
    <Screen>
      <Outcome icon={WARNING} tone="warning" title={heading} text={more} />
      {needsTap ? (
        <div className="actions">
          <Button onPress={act}>{label}</Button>
        </div>
      ) : (
        <MainAction text={label} onPress={act} />
      )}
      {onLeave !== undefined && label !== actions.home && (
        <SecondaryAction text={actions.home} onPress={onLeave} />
      )}
    </Screen>
  )
}

/** Retries automatically when the device is online again, or the member returns. */
function useRetryWhenBack(code: ProblemCode, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    return isOfConnection(code) ? onBack(() => retry()) : undefined
  }, [code])
}
