import './pill.css'
import type { Tone } from './tone.ts'

type Props = { tone: Tone; children: string }

/** A word that ranks what it stands at: its colour says nothing that the word does not. */
export function Pill({ tone, children }: Props) {
  return <span className={`pill-mark pill-mark-${tone}`}>{children}</span>
}
