import type { HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { ClientCard } from './client-card.tsx'
import { GroupCard } from './group-card.tsx'
import { JournalCard } from './journal-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { WaysInCard } from './ways-in-card.tsx'

/** Everything that a tester turns: who, with which client, from where; and what passed. */
export function Panel({ host, person }: { host: Host; person: HostPerson }) {
  return (
    <aside className="panel" id="panel" aria-label="Demo controls">
      <PeopleCard host={host} person={person} />
      <GroupCard host={host} person={person} />
      <ClientCard host={host} person={person} />
      <WaysInCard host={host} />
      <JournalCard journal={host.journal} />
    </aside>
  )
}
