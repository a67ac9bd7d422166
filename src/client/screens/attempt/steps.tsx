import { useMessages } from '../../i18n/use-speech.ts'
import { Icon } from '../../ui/icon.tsx'
import { CHECK } from '../../ui/icons/check.ts'

type Props = {
  wallet: string
  /** Index of the step that the member is at. */
  current: 0 | 1 | 2
}

/** Open the wallet, approve, verified. */
export function Steps({ wallet, current }: Props) {
  const { attempt } = useMessages()
  const steps = [attempt.open(wallet), attempt.approve, attempt.verify]
  return (
    <ol className="steps section-body">
      {steps.map((text, index) => (
        <li
          key={text}
          className={`step ${stageOf(index, current)}`}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step-mark">{index < current ? <Icon shape={CHECK} /> : index + 1}</span>
          <span>
            {text}
            {index < current && <span className="hidden"> ({attempt.stepDone})</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function stageOf(index: number, current: number): string {
  if (index < current) return 'step-done'
  return index === current ? 'step-current' : 'step-later'
}
