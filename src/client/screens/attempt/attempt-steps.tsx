import type { ReactNode } from 'react'
import type { Attempt } from '#shared/attempt.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ShownAttempt } from './attempt-view.ts'
import { useServices } from '../use-services.ts'
import { useSigningMessages } from '../use-signing-messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { CHECK } from '../../ui/icons.ts'

type Props = {
  shown: ShownAttempt
  /** Name of the first step: what the member opens. */
  opening: string
}

/** The steps of this attempt, with or without a separate step to sign a text. */
export function AttemptSteps({ shown, opening }: Props) {
  const { attempt: messages } = useMessages()
  const signing = useSigningSteps(shown.attempt)
  const steps = [
    { key: 'open', text: opening },
    ...(signing ?? [{ key: 'approve', text: messages.approve }]),
    { key: 'verify', text: messages.verify },
  ]
  return <Steps steps={steps} current={currentStep(shown, steps.length)} />
}

const LABEL_WIDTH = 14

/** Connecting and signing, where those are two steps. */
function useSigningSteps(attempt: Attempt): readonly ShownStep[] | null {
  const { boot } = useServices()
  const { attempt: messages } = useMessages()
  const isTextAsked = attempt.family === 'evm' || boot.policy.tonText === 'require'
  const signing = useSigningMessages(isTextAsked)
  if (!isTextAsked) return null
  const { connect = null, sign = null } = signing.status === 'ready' ? signing.value : {}
  const label = <Skeleton width={LABEL_WIDTH} />
  const first = attempt.family === 'evm' ? (connect ?? label) : messages.approve
  return [
    { key: 'connect', text: first },
    { key: 'sign', text: sign ?? label },
  ]
}

/** What the wallet has answered completes its step. */
function currentStep({ attempt, proof }: ShownAttempt, count: number): number {
  const isGiven = proof !== 'none'
  switch (attempt.state) {
    case 'awaiting-signature':
      return isGiven ? count - 1 : count - 2
    case 'awaiting-wallet':
      return isGiven ? 2 : 1
    default:
      return isGiven ? 2 : 0
  }
}

type ShownStep = { key: string; text: ReactNode }

type ShownStepProps = {
  steps: readonly ShownStep[]
  /** Index of the current step. */
  current: number
}

/** The steps, from opening the wallet to "verified". */
function Steps({ steps, current }: ShownStepProps) {
  const { language, messages } = useLocalization()
  const { attempt } = messages
  return (
    <ol className="steps section-body">
      {steps.map(({ key, text }, index) => (
        <li
          key={key}
          className={`step ${getStage(index, current)}`}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step-mark">
            {index < current ? <Icon shape={CHECK} /> : formatCount(language, index + 1)}
          </span>
          <span>
            {text}
            {index < current && <span className="hidden"> ({attempt.stepDone})</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function getStage(index: number, current: number): string {
  if (index < current) return 'step-done'
  return index === current ? 'step-current' : 'step-later'
}
