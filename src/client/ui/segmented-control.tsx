import './segmented-control.css'
import { useId } from 'react'

type Props<Value extends string> = {
  /** What is chosen, for those who do not see it. */
  label: string
  /** Two to five, with short names. */
  options: readonly { value: Value; name: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** One of few, all of them in view. The arrow keys go from one to the next. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChoose,
}: Props<Value>) {
  const group = useId()
  return (
    <fieldset className="segmented" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            className="segment-input"
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span className="segment-name">{option.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
