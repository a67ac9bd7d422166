import './chart.css'
import { Legend, type LegendLine } from './legend.tsx'

type BarPart = LegendLine & { value: number }

/** Parts of a whole as one bar, and below it every part as text. */
export function ShareBar({ parts }: { parts: readonly BarPart[] }) {
  return (
    <div className="figure">
      <div className="share-bar" aria-hidden="true">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ key, tone, value }) => (
            <span key={key} className={`share-bar-part tone-${tone}`} style={{ flexGrow: value }} />
          ))}
      </div>
      <Legend lines={parts} />
    </div>
  )
}
