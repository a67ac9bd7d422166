import type { Person } from '#shared/person.ts'
import { SmallAvatar } from '../ui/small-avatar.tsx'

/** What a line says of a member: their name and username, as Telegram has them. */
export function personLine({ firstName, username }: Person) {
  return {
    tile: <SmallAvatar name={firstName} />,
    title: <bdi>{firstName}</bdi>,
    ...(username !== null && { subtitle: <bdi>@{username}</bdi> }),
  }
}
