import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { Screen } from '#demo/wallet/screen.tsx'
import { ACCOUNT_NAMES } from './account-names.ts'
import { AccountRow } from './account-row.tsx'
import { OWN_KINDS } from './accounts.ts'
import type { RotatableAccount } from './rotatable-account.ts'
import type { RotatableKey } from './rotatable-key.ts'
import type { TonTreasury } from './treasury.ts'
import { TreasuryCard } from './treasury-card.tsx'
import type { WalletSession } from './wallet-storage.ts'
import type { DemoTonWallet } from './wallet.ts'

type AccountsScreenProps = {
  wallet: DemoTonWallet
  rotatable: RotatableAccount
  treasury: TonTreasury
}

/** The wallet's screen without a request. */
export function AccountsScreen({ wallet, rotatable, treasury }: AccountsScreenProps) {
  const accounts = useMemo(() => wallet.accounts('-239'), [wallet])
  const own = accounts.filter(({ kind }) => OWN_KINDS.some((one) => one === kind))
  const sessions = useStore(wallet.sessions)
  return (
    <Screen>
      <h2>Accounts</h2>
      <section className="card" data-testid="accounts">
        {own.map((account) => (
          <AccountRow key={account.kind} account={account} />
        ))}
        <RotatableControls rotatable={rotatable} />
      </section>
      <h2>Connected apps</h2>
      <section className="card" data-testid="connected-apps">
        {sessions.length === 0 && <p className="empty">None yet</p>}
        {sessions.map((session) => (
          <AppRow
            key={session.appId}
            session={session}
            onDisconnect={() => void wallet.disconnect(session.appId)}
          />
        ))}
      </section>
      <TreasuryCard accounts={accounts} treasury={treasury} />
      <p className="note">
        The keys were made in this browser, or are everybody’s, and are worth nothing anywhere else.
      </p>
    </Screen>
  )
}

function RotatableControls({ rotatable }: { rotatable: RotatableAccount }) {
  const key = useStore(rotatable.key)
  const isActive = key?.state === 'active'
  return (
    <div className="row controls">
      <small data-testid="rotatable-key">{describeKey(key)}</small>
      {key?.state === 'inactive' && (
        <button type="button" data-testid="deploy" onClick={() => void rotatable.deploy()}>
          Deploy
        </button>
      )}
      {isActive && (
        <button type="button" data-testid="rotate" onClick={() => void rotatable.rotate()}>
          Replace key
        </button>
      )}
    </div>
  )
}

function describeKey(key: RotatableKey | null): string {
  if (key === null) return 'Asking the chain…'
  if (key.state === 'inactive') return 'Not on the chain yet: its first key signs'
  return key.rotation === 0 ? 'On the chain with its first key' : `Key replaced ${key.rotation}×`
}

function AppRow({ session, onDisconnect }: { session: WalletSession; onDisconnect: () => void }) {
  return (
    <div className="row">
      <span>
        <strong>{session.app.name}</strong>
        <small>
          {new URL(session.app.url).host} · {ACCOUNT_NAMES[session.account]}
        </small>
      </span>
      <button type="button" data-testid="disconnect" onClick={onDisconnect}>
        Disconnect
      </button>
    </div>
  )
}
