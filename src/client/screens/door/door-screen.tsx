import { useState } from 'react'
import { getDoor } from '#shared/api/get-door.ts'
import type { Door } from '#shared/door.ts'
import { getCodeId } from '#shared/start-param.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { formatWhen, isolated } from '../../i18n/format.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { QueryScreen } from '../query/query-screen.tsx'
import { createQuery, type ServerQuery } from '../query/query.ts'
import { useOnReturn, useQuery } from '../query/use-query.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useCore } from '../context/context.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { explainedLine } from '../screen/explained-line.ts'
import { DoorForm } from './door-form.tsx'
import type { EndedJoin, WaitingJoin } from '#shared/join.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { PersonCell } from '../person/person-cell.tsx'

/** The door of a group, for its administrators: whom it lets in, what the bot lacks for that, and who waits. */
export function DoorScreen({ code }: { code: string }) {
  const { api } = useCore()
  const id = getCodeId(code)
  const [door] = useState(() => createQuery(() => api.call(getDoor, { id })))
  const query = useQuery(() => door)
  // The administrator may have granted in Telegram what was missing.
  useOnReturn(() => void door.renew())
  return (
    <PartScreen part={useSection('door')}>
      <PartScreen part={useSection('multisig')}>
        <PartScreen part={useSection('requesting')}>
          <Loaded query={query} door={door} />
        </PartScreen>
      </PartScreen>
    </PartScreen>
  )
}

type Props = { query: ReturnType<typeof useQuery<Door>>; door: ServerQuery<Door> }

function Loaded({ query, door }: Props) {
  const { door: messages } = useMessagesOf('door')
  const [clash, setClash] = useState<ProblemCode | null>(null)
  /** The door that the administrator is changing: what they have chosen outlives a change by another. */
  const [edited, setEdited] = useState<Door | null>(null)
  const settle = (problem: ProblemCode | null) => {
    setClash(problem)
    setEdited(null)
  }
  return (
    <QueryScreen query={query} missing={messages.missing}>
      {(shown, problem) => (
        <Screen title={messages.title(isolated(shown.chat.title))}>
          <ProblemNotice code={problem ?? clash} />
          <NeedsSection missing={shown.missing} />
          <DoorForm
            key={(edited ?? shown).door?.version}
            shown={edited ?? shown}
            door={door}
            onEdit={setEdited}
            onSettled={settle}
          />
          <WaitingSection people={shown.waiting} isOn={shown.door !== null} />
          <EndedSection people={shown.ended} />
        </Screen>
      )}
    </QueryScreen>
  )
}

/** What the bot lacks in the group, and how to grant it. */
function NeedsSection({ missing }: Pick<Door, 'missing'>) {
  const { door: messages } = useMessagesOf('door')
  if (missing === null) return <Notice>{messages.silent}</Notice>
  if (missing.length === 0) return null
  return (
    <Section header={messages.lacks}>
      {missing.map((need) => (
        <Cell key={need} icon={WARNING} tone="warning" {...explainedLine(messages.needs[need])} />
      ))}
    </Section>
  )
}

type WaitingProps = { people: readonly WaitingJoin[]; isOn: boolean }

/** Who waits at the door, and why. */
function WaitingSection({ people, isOn }: WaitingProps) {
  const { door } = useMessagesOf('door')
  const { language } = useLocalization()
  if (people.length === 0 && !isOn) return null
  return (
    <Section header={door.waiting} footer={people.length === 0 ? undefined : door.waitingNote}>
      {people.length === 0 && <Cell title={door.nobody} />}
      {people.map(({ id, person, why, askedAt }) => (
        <PersonCell
          key={id}
          person={person}
          note={`${door.whys[why]} · ${formatWhen(language, askedAt)}`}
        />
      ))}
    </Section>
  )
}

/** Who was let in by something that holds no longer. */
function EndedSection({ people }: { people: readonly EndedJoin[] }) {
  const { door } = useMessagesOf('door')
  const { language } = useLocalization()
  if (people.length === 0) return null
  return (
    <Section header={door.ended} footer={door.endedNote}>
      {people.map(({ id, person, why, endedAt }) => (
        <PersonCell
          key={id}
          person={person}
          note={`${door.ends[why]} · ${formatWhen(language, endedAt)}`}
        />
      ))}
    </Section>
  )
}
