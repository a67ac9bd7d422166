import './pill.css'
import type { Tone } from './tone.ts'

type Props = { tone: Tone; children: string }

/** A short rating. The text alone says everything that its colour says. */
export function Pill({ tone, children }: Props) {
  return <span className={`pill-mark pill-mark-${tone}`}>{children}</span>
}
