/** One icon. The shapes are in `first-icons.ts` and `icons.ts`. */
export type IconShape = {
  /** SVG path in a box of 24 units. */
  path: string
  /** Points along the line of text: a right-to-left page mirrors it. @default false */
  isDirected?: boolean
}

/** A line drawing in the text's colour. Hidden from screen readers. */
export function Icon({ shape: { path, isDirected = false } }: { shape: IconShape }) {
  return (
    <svg
      className={isDirected ? 'icon icon-directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
