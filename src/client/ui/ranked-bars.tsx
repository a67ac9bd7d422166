import './chart.css'
import type { ReactNode } from 'react'

type Line = {
  key: string
  name: ReactNode
  /** Under the name: where that is. */
  detail: ReactNode
  value: number
  /** The value and its share, ready to show. */
  count: string
  share: string
}

/** Lines with a bar each, the longest first. Everything that a bar shows is also written. */
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
