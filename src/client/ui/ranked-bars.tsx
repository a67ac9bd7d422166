import './chart.css'
import type { ReactNode } from 'react'

type Line = {
  key: string
  name: ReactNode
  /** Below the name: the place. */
  detail: ReactNode
  value: number
  /** The value and its share, already formatted. */
  count: string
  share: string
}

/** Lines with a bar each, the longest first. The text says everything that a bar shows. */
export function RankedBars({ lines }: { lines: readonly Line[] }) {
  const longest = Math.max(1, ...lines.map(({ value }) => value))
  return (
    <ol className="ranked">
      {lines.map(({ key, name, detail, value, count, share }) => (
        <li key={key}>
          <div className="ranked-text">
            <span className="ranked-name">
              {name} <span className="ranked-detail">{detail}</span>
            </span>
            <span className="legend-count">{count}</span>
            <span className="legend-share">{share}</span>
          </div>
          <div className="ranked-track" aria-hidden="true">
            <div className="ranked-bar" style={{ inlineSize: `${(value / longest) * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
