import type { Person } from '#shared/person.ts'
import { SmallAvatar } from '../../ui/small-avatar.tsx'

/** How a line shows a member: their name and username, from Telegram. */
export function personLine({ firstName, username }: Person) {
  return {
    tile: <SmallAvatar name={firstName} />,
    title: <bdi>{firstName}</bdi>,
    ...(username !== null && { subtitle: <bdi>@{username}</bdi> }),
  }
}
