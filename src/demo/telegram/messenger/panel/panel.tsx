import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { ClientCard, Choice } from './client-card.tsx'
import { WaysInCard } from './ways-in-card.tsx'
import { Avatar } from '../phone/avatar.tsx'
import type { WorldChat } from '../../snapshot.ts'
import { findChat, isForum } from '../store/chats.ts'
import type { JournalEntry, Journal } from '../store/journal.ts'

const SIGNS = { in: '→', out: '←', ignored: '×', haptic: '≈', phone: '↗' } as const

const ROLES = [
  ['absent', 'Not in it'],
  ['member', 'Member'],
  ['administrator', 'Administrator'],
] as const satisfies readonly (readonly [WorldChat['bot'], string])[]

const CONTACTS = {
  none: 'The bot may not write to this person yet.',
  allowed: 'The bot may write to this person.',
  blocked: 'This person blocked the bot.',
} as const

/** Everything that a tester turns: who, with which client, from where; and what passed. */
export function Panel({ messenger, person }: { messenger: Messenger; person: MessengerPerson }) {
  return (
    <details className="panel" data-testid="test-conditions" open={isOpenedByAddress()}>
      <summary>
        Test conditions
        <Icon name="down" />
      </summary>
      <PeopleCard messenger={messenger} person={person} />
      <GroupCard messenger={messenger} person={person} />
      <ClientCard messenger={messenger} person={person} />
      <WaysInCard messenger={messenger} />
      <ChainCard />
      <JournalCard journal={messenger.journal} />
    </details>
  )
}

/** `?conditions` opens the switches, as testers and tests want them. */
function isOpenedByAddress(): boolean {
  return new URLSearchParams(window.location.search).has('conditions')
}

function PeopleCard({ messenger, person }: { messenger: Messenger; person: MessengerPerson }) {
  const accounts = useStore(messenger.connection.latest)?.world.accounts ?? []
  return (
    <section className="card">
      <h2 className="card-title">Account</h2>
      <div className="people" role="radiogroup" aria-label="Account">
        {accounts.map((account) => (
          <label key={account.id} className="person">
            <input
              type="radio"
              name="account"
              data-testid={`account-${account.id}`}
              checked={account.id === person.id}
              onChange={() => messenger.switchPerson(account.id)}
            />
            <Avatar id={account.id} name={account.firstName} />
            <span dir="auto">{account.firstName}</span>
          </label>
        ))}
      </div>
      <p className="card-note">
        {CONTACTS[person.contact]}{' '}
        {person.contact === 'allowed' && (
          <button
            type="button"
            className="link-button"
            data-testid="block-bot"
            onClick={() => void messenger.setBlocked(true)}
          >
            Block it
          </button>
        )}
      </p>
    </section>
  )
}

/** What members can do with the group in view. */
function GroupCard({ messenger, person }: { messenger: Messenger; person: MessengerPerson }) {
  const view = useStore(messenger.view)
  const world = useStore(messenger.connection.latest)?.world
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
        onChange={(role) => void messenger.setBotRole(role)}
      />
      {chat.isByRequest && isAdministrator(chat, person) && (
        <Guard messenger={messenger} chat={chat} />
      )}
      <p className="card-note">
        {describe(chat, person)}{' '}
        {chat.kind === 'group' && isAdministrator(chat, person) && (
          <button
            type="button"
            className="link-button"
            data-testid="migrate"
            onClick={() => void messenger.migrate()}
          >
            Make it a supergroup
          </button>
        )}
      </p>
    </section>
  )
}

const GUARD = { isGuarded: 'Asked who joins', canInviteUsers: 'May let people in' } as const

/** What the bot has to do with those who ask to join. */
function Guard({ messenger, chat }: { messenger: Messenger; chat: WorldChat }) {
  const { isGuarded, botRights } = chat
  const state = { isGuarded, canInviteUsers: botRights.canInviteUsers }
  return (['isGuarded', 'canInviteUsers'] as const).map((name) => (
    <label key={name} className="tick">
      <input
        type="checkbox"
        data-testid={name}
        checked={state[name]}
        onChange={(event) => void messenger.setGuard({ ...state, [name]: event.target.checked })}
      />
      {GUARD[name]}
    </label>
  ))
}

/** Any member may let the bot in; the rest is up to administrators. */
function rolesFor(chat: WorldChat, person: MessengerPerson) {
  if (isAdministrator(chat, person)) return ROLES
  return ROLES.filter(([role]) => role === chat.bot || (chat.bot === 'absent' && role === 'member'))
}

function isAdministrator({ administrators }: WorldChat, person: MessengerPerson): boolean {
  return administrators.includes(person.id)
}

function describe(chat: WorldChat, person: MessengerPerson): string {
  const what = chat.kind === 'group' ? 'A basic group' : 'A supergroup'
  const who = isAdministrator(chat, person) ? 'an administrator' : 'no administrator'
  return `${what}${isForum(chat) ? ' with topics' : ''}; ${person.firstName} is ${who}.`
}

const REACHABLE_PATH = '/ton/demo/reachable'

/** Whether TON's servers answer: for everybody in the demo. */
function ChainCard() {
  const [isReachable, setReachable] = useState(true)
  useEffect(() => {
    void fetch(REACHABLE_PATH).then(async (answer) => setReachable((await answer.json()) === true))
  }, [])
  const change = async (isWanted: boolean) => {
    await fetch(REACHABLE_PATH, { method: 'PUT', body: JSON.stringify(isWanted) })
    setReachable(isWanted)
  }
  return (
    <section className="card">
      <h2 className="card-title">Chains</h2>
      <label className="tick">
        <input
          type="checkbox"
          data-testid="ton-answers"
          checked={isReachable}
          onChange={(event) => void change(event.target.checked)}
        />
        TON’s servers answer
      </label>
    </section>
  )
}

/** What the Mini App said (→), received (←), asked without an answer (×), let the phone feel (≈) and open (↗). */
function JournalCard({ journal }: { journal: Journal }) {
  const [isHapticOnly, setHapticOnly] = useState(false)
  const entries = useStore(journal.entries)
  const shown = isHapticOnly ? entries.filter(({ kind }) => kind === 'haptic') : entries
  return (
    <section className="card card-journal">
      <header className="card-header">
        <h2 className="card-title">Bridge</h2>
        <label className="tick">
          <input
            type="checkbox"
            data-testid="haptics-only"
            checked={isHapticOnly}
            onChange={(event) => setHapticOnly(event.target.checked)}
          />
          Haptics only
        </label>
        <button type="button" className="link-button" onClick={() => journal.clear()}>
          Clear
        </button>
      </header>
      <EntryList entries={shown} />
    </section>
  )
}

function EntryList({ entries }: { entries: readonly JournalEntry[] }) {
  if (entries.length === 0) return <p className="card-note">Nothing yet: open the Mini App.</p>
  return (
    <div className="sticks-to-end entries-scroll">
      <ol className="entries" data-testid="journal">
        {entries.map(({ id, kind, name, detail }) => (
          <li key={id} className="entry" data-kind={kind}>
            <span aria-hidden="true">{SIGNS[kind]}</span> <b>{name.replace('web_app_', '')}</b>{' '}
            {detail}
          </li>
        ))}
      </ol>
    </div>
  )
}
