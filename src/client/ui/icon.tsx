/** SVG path in a box of 24 units. The shapes are in `first-icons.ts` and `icons.ts`. */
export type IconShape = string

type Props = {
  shape: IconShape
  /** Points along the line of text: a right-to-left page mirrors it. @default false */
  isDirected?: boolean
}

/** A line drawing in the text's colour. Hidden from screen readers. */
export function Icon({ shape, isDirected = false }: Props) {
  return (
    <svg
      className={isDirected ? 'icon icon-directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  )
}
