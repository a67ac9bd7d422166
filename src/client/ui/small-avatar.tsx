import './small-avatar.css'
import { Avatar } from './avatar.tsx'

/** An avatar in place of a line's icon. */
export function SmallAvatar({ name }: { name: string }) {
  return (
    <span className="avatar-small">
      <Avatar name={name} />
    </span>
  )
}
