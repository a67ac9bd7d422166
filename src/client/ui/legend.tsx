import './chart.css'
import { Dot } from './dot.tsx'
import type { Tone } from './tone.ts'

export type LegendLine = {
  key: string
  name: string
  tone: Tone
  /** Already formatted. */
  count: string
  /** Share of the whole, already formatted. @default none */
  share?: string
}

/** A column of numbers, each with its name and colour. */
export function Legend({ lines }: { lines: readonly LegendLine[] }) {
  return (
    <ul className="legend">
      {lines.map(({ key, name, tone, count, share }) => (
        <li key={key} className="legend-line">
          <Dot tone={tone} />
          <span className="legend-name">{name}</span>
          <span className="legend-count">{count}</span>
          {share !== undefined && <span className="legend-share">{share}</span>}
        </li>
      ))}
    </ul>
  )
}
