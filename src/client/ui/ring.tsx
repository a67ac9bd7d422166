import './ring.css'

type Props = {
  /** Number of parts; at least one. */
  parts: number
  /** How many of them, clockwise from the top, are full. */
  full: number
  /** In its middle, as short as `2 of 3`. */
  text: string
  /** What it shows, for screen readers. */
  label: string
}

/** In units of the drawing: see `ring.css` for its size on the page. */
const RADIUS = 42
const GAP = 9
/** More parts than this could not be distinguished: the ring then shows only the share. */
const MAX_PARTS = 24

/** A count out of a total, as parts of a ring. */
export function Ring({ parts, full, text, label }: Props) {
  const isDivided = parts > 1 && parts <= MAX_PARTS
  const gap = isDivided ? (GAP * parts) / (2 * Math.PI * RADIUS) : 0
  const arc = { r: RADIUS, cx: 50, cy: 50, pathLength: parts, strokeDashoffset: -gap / 2 }
  const part = `${1 - gap} ${gap}`
  const shown = Math.min(Math.max(full, 0), parts)
  return (
    <span className="ring">
      <span className="hidden">{label}</span>
      <svg className="ring-drawing" viewBox="0 0 100 100" aria-hidden="true">
        <circle className="ring-part" {...arc} strokeDasharray={part} />
        {shown > 0 && (
          <circle
            className="ring-part ring-full"
            {...arc}
            strokeDasharray={isDivided ? dashes(shown, part, parts) : `${shown} ${parts}`}
          />
        )}
      </svg>
      <span className="ring-text" aria-hidden="true">
        {text}
      </span>
    </span>
  )
}

/** Strokes and gaps of the first parts, then nothing to the end. */
function dashes(count: number, part: string, parts: number): string {
  return `${Array.from({ length: count }, () => part).join(' ')} 0 ${parts}`
}
