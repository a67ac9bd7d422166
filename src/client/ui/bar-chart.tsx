import './chart.css'

type Props = {
  /** What the chart shows, as text for screen readers, which announce nothing else of it. */
  label: string
  /** In the order of time; a right-to-left page starts on the right. */
  bars: readonly { key: string; value: number }[]
  /** Height of the highest bar, as written beside it. */
  max: string
  /** Names of the first and of the last bar. */
  ends: readonly [string, string]
}

/** Bars side by side, scaled to the highest of them. */
export function BarChart({ label, bars, max, ends: [first, last] }: Props) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure className="chart">
      <figcaption className="hidden">{label}</figcaption>
      <div className="bar-chart" aria-hidden="true">
        <span className="bar-chart-most">{max}</span>
        {bars.map(({ key, value }) => (
          <span
            key={key}
            className={value === 0 ? 'bar-chart-bar bar-chart-bar-empty' : 'bar-chart-bar'}
            style={{ blockSize: `${(value / highest) * 100}%` }}
          />
        ))}
      </div>
      <div className="bar-chart-ends" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  )
}
