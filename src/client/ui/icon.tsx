import { BACK, CHEVRON, type IconShape } from './first-icons.ts'

/** They point along the line of text: a right-to-left page mirrors them. */
const DIRECTED: ReadonlySet<IconShape> = new Set([BACK, CHEVRON])

/** A line drawing in the text's colour. Hidden from screen readers. */
export function Icon({ shape }: { shape: IconShape }) {
  return (
    <svg
      className={DIRECTED.has(shape) ? 'icon icon-directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  )
}
