import './switch-cell.css'
import { useId } from 'react'

type Props = {
  title: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A line with a switch. */
export function SwitchCell({ title, isOn, onChange }: Props) {
  const id = useId()
  const text = (
    <span className="cell-text">
      <span className="cell-title">{title}</span>
    </span>
  )
  return (
    <label className="cell cell-press" htmlFor={id}>
      {text}
      <span className="cell-after">
        <input
          className="switch"
          type="checkbox"
          role="switch"
          id={id}
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
    </label>
  )
}
