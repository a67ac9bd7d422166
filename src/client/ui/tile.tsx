import type { CSSProperties } from 'react'
import './tile.css'

type Props = {
  letter: string
  /** In degrees, as oklch counts them. */
  hue: number
}

/** A letter on its colour, where somebody else's logo is not ours to show. Says nothing to a screen reader. */
export function Tile({ letter, hue }: Props) {
  const style: CSSProperties & Record<'--hue', number> = { '--hue': hue }
  return (
    <span className="tile" style={style} aria-hidden="true">
      {letter}
    </span>
  )
}
