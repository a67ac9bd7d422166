import type { ReactNode } from 'react'
import './counter.css'

type Props = {
  /** What is counted, in words, with the number in it. */
  text: string
  /** As it stands in the text. */
  number: string
  /** Under it. */
  note: ReactNode
}

/** One number that everything is about, in its sentence. */
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
