import type { ReactNode } from 'react'
import { profileLink } from '#shared/links.ts'
import type { Person } from '#shared/person.ts'
import { Cell, LinkCell } from '../../ui/list.tsx'
import { useServices } from '../context/context.ts'
import { personLine } from './person-line.tsx'

type Props = {
  person: Person
  /** @default the name */
  title?: ReactNode
  /** Below the username. */
  note?: ReactNode
}

/** A line with a person. One with a username can be messaged. */
export function PersonCell({ person, title, note }: Props) {
  const { telegram } = useServices()
  const { username } = person
  const line = personLine(person)
  const subtitle = (
    <>
      {line.subtitle}
      {username !== null && <br />}
      {note}
    </>
  )
  const shown = {
    ...line,
    ...(title !== undefined && { title }),
    ...(note !== undefined && { subtitle }),
  }
  if (username === null) return <Cell {...shown} />
  return <LinkCell {...shown} onPress={() => telegram.openTelegramLink(profileLink(username))} />
}
