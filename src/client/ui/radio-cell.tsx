import type { ReactNode } from 'react'
import { CellText } from './list.tsx'

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
  return (
    <label className="cell cell-press">
      <input className="radio" type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <CellText title={title} subtitle={subtitle} />
    </label>
  )
}
