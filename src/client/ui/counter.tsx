import type { ReactNode } from 'react'
import './counter.css'

type Props = {
  /** What is counted, as text, with the number in it. */
  text: string
  /** As it appears in the text. */
  number: string
  /** Below the number. */
  note: ReactNode
}

/** One important number inside its sentence. */
export function Counter({ text, number, note }: Props) {
  const [before, ...after] = text.split(number)
  return (
    <div className="counter">
      <p>
        {before}
        <span className="counter-number">{number}</span>
        {after.join(number)}
      </p>
      <p className="counter-note">{note}</p>
    </div>
  )
}
