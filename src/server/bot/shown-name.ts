import type { Person } from '#shared/person.ts'
import { plainName } from '#shared/plain-name.ts'
import { isolate } from './markup.ts'

/** A name or title from Telegram, for a message of ours: it does not turn the text around it. */
export function shownName(name: string): string {
  return isolate(plainName(name))
}

/** First name and, if there is one, the username, because only that is unique. */
export function shownPerson({ firstName, username }: Person): string {
  const name = shownName(firstName)
  return username === null ? name : `${name} (${isolate(`@${username}`)})`
}
