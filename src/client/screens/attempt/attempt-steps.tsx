import type { Attempt } from '#shared/attempt.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { ForAccount } from '../person/for-account.tsx'
import { useServices } from '../context/context.ts'
import { describePurpose } from '../screen/describe-purpose.ts'
import { formatCount } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { CHECK } from '../../ui/icons.ts'

type Props = {
  shown: ShownAttempt
  /** Name of the first step: what the member opens. */
  opening: string
  /** Nothing is open yet: a wallet on another device is to scan the link. @default false */
  isElsewhere?: boolean
}

/** For whom this attempt is, and its steps, with or without a separate step to sign a text. */
export function AttemptSteps({ shown, opening, isElsewhere = false }: Props) {
  const { attempt: messages } = useMessages()
  const { boot } = useServices()
  const signing = useSigningSteps(shown.attempt)
  const steps = [
    { key: 'open', text: opening },
    ...(signing ?? [{ key: 'approve', text: messages.approve }]),
    { key: 'verify', text: messages.verify },
  ]
  return (
    <>
      <div className="attempt-account">
        <ForAccount
          isConfirming={shown.attempt.confirmsCode !== null}
          footer={describePurpose(boot)}
        />
      </div>
      <Steps steps={steps} current={isElsewhere ? 0 : currentStep(shown, steps.length)} />
    </>
  )
}

/** Connecting and signing, where those are two steps. */
function useSigningSteps(attempt: Attempt): readonly ShownStep[] | null {
  const { boot } = useServices()
  const { attempt: messages } = useMessages()
  const isTextAsked = attempt.family === 'evm' || boot.policy.tonText === 'require'
  if (!isTextAsked) return null
  return [
    { key: 'connect', text: attempt.family === 'evm' ? messages.connect : messages.approve },
    { key: 'sign', text: messages.sign },
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

type ShownStep = { key: string; text: string }

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
