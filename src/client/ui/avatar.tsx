import { getAvatarClass, getInitials } from './avatar-look.ts'

/** Initials on one of Telegram's colours. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={getAvatarClass(name)} aria-hidden="true">
      {getInitials(name)}
    </span>
  )
}
