import { useStore } from '@nanostores/react'
import { Avatar } from '../phone/avatar.tsx'
import type { HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'

const CONTACTS = {
  none: 'The bot may not write to this person yet.',
  allowed: 'The bot may write to this person.',
  blocked: 'This person blocked the bot.',
} as const

export function PeopleCard({ host, person }: { host: Host; person: HostPerson }) {
  const accounts = useStore(host.connection.latest)?.world.accounts ?? []
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
              onChange={() => host.switchPerson(account.id)}
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
            onClick={() => void host.setBlocked(true)}
          >
            Block it
          </button>
        )}
      </p>
    </section>
  )
}
