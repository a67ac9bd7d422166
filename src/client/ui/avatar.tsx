import type { CSSProperties } from 'react'

const HUES = 7
const DEGREES_PER_HUE = 360 / HUES

/** Initials on a colour that is derived from the name. */
export function Avatar({ name }: { name: string }) {
  const hue = Array.from(name).reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % HUES
  const style: CSSProperties & Record<'--hue', number> = {
    '--hue': Math.round(hue * DEGREES_PER_HUE),
  }
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {getInitials(name)}
    </span>
  )
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2)
  return words
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
