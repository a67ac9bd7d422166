import { getAvatarClass, getInitials } from './avatar-look.ts'

type Props = {
  name: string
  /** Telegram's id of the account, which decides the colour as in Telegram. @default the name decides */
  id?: string | undefined
}

/** Initials on one of Telegram's colours. */
export function Avatar({ name, id }: Props) {
  const number = id === undefined ? sumOf(name) : Number(id)
  return (
    <span className={getAvatarClass(number)} aria-hidden="true">
      {getInitials(name)}
    </span>
  )
}

function sumOf(name: string): number {
  return Array.from(name).reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0)
}
