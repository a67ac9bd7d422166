import './segmented-control.css'
import { useId } from 'react'

type Props<Value extends string> = {
  /** What is chosen, for screen readers. */
  label: string
  /** Two to five, with short names. */
  options: readonly { value: Value; name: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** A choice of one from a few visible options. The arrow keys move between them. */
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
