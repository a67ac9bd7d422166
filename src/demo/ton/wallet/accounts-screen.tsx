import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { Address } from '@ton/core'
import { Screen } from '#demo/wallet/screen.tsx'
import { TreasuryFrame } from '#demo/wallet/treasury-frame.tsx'
import {
  ACCOUNT_NAMES,
  shortAddress,
  OWN_KINDS,
  SHARED_KINDS,
  type TonAccount,
  friendlyAddress,
} from './accounts.ts'
import type { RotatableAccount, RotatableKey } from './rotatable-account.ts'
import type { TonTreasury, TonTreasuryTerms } from './treasury.ts'
import type { TonSession } from './wallet-storage.ts'
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

function AppRow({ session, onDisconnect }: { session: TonSession; onDisconnect: () => void }) {
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

type TreasuryCardProps = { accounts: readonly TonAccount[]; treasury: TonTreasury }

/** The shared accounts, and the multisig that they sign for, which anybody here may change. */
function TreasuryCard({ accounts, treasury }: TreasuryCardProps) {
  const terms = useStore(treasury.terms)
  const shared = accounts.filter(({ kind }) => SHARED_KINDS.some((one) => one === kind))
  return (
    <TreasuryFrame
      accounts={shared.map((account) => (
        <AccountRow key={account.kind} account={account} />
      ))}
      rule={terms && getRule(terms)}
    >
      {terms !== null && <Changes terms={terms} treasury={treasury} />}
    </TreasuryFrame>
  )
}

function getRule({ signers, threshold, address }: TonTreasuryTerms) {
  return {
    owners: signers.map((kind) => ACCOUNT_NAMES[kind]),
    threshold,
    address: Address.parse(address).toString({ bounceable: false }),
  }
}

type ChangesProps = { terms: TonTreasuryTerms; treasury: TonTreasury }

function Changes({ terms: { signers, threshold }, treasury }: ChangesProps) {
  return (
    <div className="row treasury-controls">
      <button type="button" onClick={() => void treasury.swapSigner()}>
        {signers.includes('spare') ? 'Signer 2 back in' : 'Swap signer 2'}
      </button>
      <button type="button" onClick={() => void treasury.changeThreshold()}>
        {threshold === signers.length ? 'Ask for 2' : 'Ask for all'}
      </button>
    </div>
  )
}

function AccountRow({ account }: { account: TonAccount }) {
  const address = friendlyAddress(account)
  return (
    <div className="row">
      <span className={`dot dot-${account.kind}`} aria-hidden="true" />
      <span>
        <strong>{ACCOUNT_NAMES[account.kind]}</strong>
        <small className="code" title={address}>
          {shortAddress(address)}
        </small>
      </span>
    </div>
  )
}
