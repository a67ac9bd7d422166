import './chart.css'
import type { Tone } from './tone.ts'

/** A coloured mark before a text that says the same. */
export function Dot({ tone }: { tone: Tone }) {
  return <span className={`dot tone-${tone}`} aria-hidden="true" />
}
