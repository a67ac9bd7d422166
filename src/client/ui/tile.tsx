import type { CSSProperties } from 'react'
import './tile.css'

type Props = {
  letter: string
  /** In degrees. White is readable on each. */
  hue: number
}

/** A letter on a colour. Hidden from screen readers. */
export function Tile({ letter, hue }: Props) {
  const style: CSSProperties & Record<'--hue', number> = { '--hue': hue }
  return (
    <span className="tile" style={style} aria-hidden="true">
      {letter}
    </span>
  )
}
