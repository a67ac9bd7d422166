import { type ReactNode, useId } from 'react'

type Props = {
  /** The same for all options that exclude each other. */
  group: string
  title: ReactNode
  /** Null for none. */
  subtitle?: ReactNode
  isChosen: boolean
  onChoose: () => void
}

/** One line of a list from which one is chosen. */
export function RadioCell({ group, title, subtitle, isChosen, onChoose }: Props) {
  const id = useId()
  const text = (
    <>
      <span className="cell-title">{title}</span>
      {subtitle != null && <span className="cell-subtitle">{subtitle}</span>}
    </>
  )
  return (
    <label className="cell cell-press" htmlFor={id}>
      <input
        className="radio"
        type="radio"
        id={id}
        name={group}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="cell-text">{text}</span>
    </label>
  )
}
