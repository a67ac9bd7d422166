import type { ReactNode } from 'react'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Icon } from '../../ui/icon.tsx'
import { CHECK } from '../../ui/icons.ts'

export type ShownStep = { key: string; text: ReactNode }

type Props = {
  steps: readonly ShownStep[]
  /** Index of the current step. */
  current: number
}

/** The steps, from opening the wallet to "verified". */
export function Steps({ steps, current }: Props) {
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
