const COLORS = 7

type Props = {
  name: string
  /** Telegram's id of the account, which decides the colour as in Telegram. @default the name decides */
  id?: string | undefined
}

/** Initials on one of Telegram's colours. */
export function Avatar({ name, id }: Props) {
  const number = id === undefined ? sumOf(name) : Number(id)
  return (
    <span className={`avatar avatar-${number % COLORS}`} aria-hidden="true">
      {getInitials(name)}
    </span>
  )
}

function sumOf(name: string): number {
  return Array.from(name).reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0)
}

/** Without characters that nobody sees, some of which turn the text beside them. */
function getInitials(name: string): string {
  const visible = name.replace(/\p{Cf}/gu, '')
  const words = visible.trim().split(/\s+/u).slice(0, 2)
  return words
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
