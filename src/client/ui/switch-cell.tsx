import './switch-cell.css'
import { CellText } from './list.tsx'

type Props = {
  title: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A line with a switch. */
export function SwitchCell({ title, isOn, onChange }: Props) {
  return (
    <label className="cell cell-press">
      <CellText title={title} />
      <span className="cell-after">
        <input
          className="switch"
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
    </label>
  )
}
