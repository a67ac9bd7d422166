import { useStore } from '@nanostores/react'
import type { WorldChat } from '../../snapshot.ts'
import { findChat, isForum } from '../store/chats.ts'
import type { HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { Choice } from './choice.tsx'

const ROLES = [
  ['absent', 'Not in it'],
  ['member', 'Member'],
  ['administrator', 'Administrator'],
] as const satisfies readonly (readonly [WorldChat['bot'], string])[]

/** What members can do with the group in view. */
export function GroupCard({ host, person }: { host: Host; person: HostPerson }) {
  const view = useStore(host.view)
  const world = useStore(host.connection.latest)?.world
  if (world === undefined || view.kind !== 'chat') return null
  const chat = findChat(world, person, view.chatId)
  if (chat === undefined || chat.kind === 'direct') return null
  return (
    <section className="card" data-testid="group-card">
      <h2 className="card-title">
        Group: <bdi>{chat.title}</bdi>
      </h2>
      <Choice
        testId="bot-role"
        label="The bot"
        value={chat.bot}
        options={rolesFor(chat, person)}
        onChange={(role) => void host.setBotRole(role)}
      />
      <p className="card-note">
        {describe(chat, person)}{' '}
        {chat.kind === 'group' && isAdministrator(chat, person) && (
          <button
            type="button"
            className="link-button"
            data-testid="migrate"
            onClick={() => void host.migrate()}
          >
            Make it a supergroup
          </button>
        )}
      </p>
    </section>
  )
}

/** Any member may let the bot in; the rest is up to administrators. */
function rolesFor(chat: WorldChat, person: HostPerson) {
  if (isAdministrator(chat, person)) return ROLES
  return ROLES.filter(([role]) => role === chat.bot || (chat.bot === 'absent' && role === 'member'))
}

function isAdministrator({ administrators }: WorldChat, person: HostPerson): boolean {
  return administrators.includes(person.id)
}

function describe(chat: WorldChat, person: HostPerson): string {
  const what = chat.kind === 'group' ? 'A basic group' : 'A supergroup'
  const who = isAdministrator(chat, person) ? 'an administrator' : 'no administrator'
  return `${what}${isForum(chat) ? ' with topics' : ''}; ${person.firstName} is ${who}.`
}
