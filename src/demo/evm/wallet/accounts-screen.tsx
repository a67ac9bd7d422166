import { useStore } from '@nanostores/react'
import { useState, useEffect } from 'react'
import { Screen } from '#demo/wallet/screen.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import {
  shortAddress,
  OWN_KINDS,
  ACCOUNT_NAMES,
  type DemoEvmAccount,
  SHARED_KINDS,
  accountPlace,
} from './accounts.ts'
import type { ConnectedApp, DemoEvmWallet } from './wallet.ts'
import { type OpenedWalletLink, parsePairingUri } from './wallet-link.ts'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { TreasuryFrame } from '#demo/wallet/treasury-frame.tsx'
import { SAFE_SERVICE_FAULTS, type SafeServiceFault } from '../demo-network.ts'
import type { TreasuryChange, TreasuryPort, SafeTreasuryTerms } from './treasury-port.ts'

/** The wallet's screen without a request. */
export function AccountsScreen({ wallet }: { wallet: DemoEvmWallet }) {
  const connected = useStore(wallet.connected)
  const own = wallet.accounts.filter(({ kind }) => OWN_KINDS.some((one) => one === kind))
  return (
    <Screen>
      <h2>Accounts</h2>
      <section className="card" data-testid="accounts">
        {own.map((account) => (
          <AccountRow key={account.kind} account={account} />
        ))}
      </section>
      <h2>Connect by link</h2>
      <PasteForm onLink={(link) => void wallet.open(link)} />
      <h2>Connected apps</h2>
      <section className="card" data-testid="connected-apps">
        {connected.length === 0 && <p className="empty">None yet</p>}
        {connected.map((one) => (
          <AppRow
            key={one.topic}
            connected={one}
            chainIds={wallet.chainIds}
            onSwitch={(chainId) => void wallet.switchChain(one.topic, chainId).catch(() => {})}
            onDisconnect={() => void wallet.disconnect(one.topic)}
          />
        ))}
      </section>
      {wallet.treasury !== null && (
        <TreasuryCard accounts={wallet.accounts} treasury={wallet.treasury} />
      )}
      <p className="note">
        The keys were made in this browser, or are everybody’s, and are worth nothing anywhere else.
      </p>
    </Screen>
  )
}

type AppRowProps = {
  connected: ConnectedApp
  chainIds: readonly number[]
  onSwitch: (chainId: number) => void
  onDisconnect: () => void
}

function AppRow({ connected, chainIds, onSwitch, onDisconnect }: AppRowProps) {
  const { app, address } = connected
  return (
    <>
      <div className="row">
        <span>
          <strong>{app.name}</strong>
          <small>
            {new URL(app.url).host} · {shortAddress(address)}
          </small>
        </span>
        <button type="button" data-testid="disconnect" onClick={onDisconnect}>
          Disconnect
        </button>
      </div>
      <SelectRow
        label="Chain"
        testId="chain"
        value={connected.chainIds.join()}
        options={chainOptions(connected.chainIds, chainIds)}
        onChange={(id) => onSwitch(Number(id))}
      />
    </>
  )
}

/** The wallet is on one of these, or the app still has all that it was granted. */
function chainOptions(current: readonly number[], others: readonly number[]) {
  const all = { value: current.join(), label: current.map(evmChainName).join(', ') }
  const single = others.map((id) => ({ value: String(id), label: evmChainName(id) }))
  return current.length === 1 ? single : [all, ...single]
}

/** For a link that was copied, or read from a QR code, in the app. */
function PasteForm({ onLink }: { onLink: (link: OpenedWalletLink) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="card paste"
      onSubmit={(event) => {
        event.preventDefault()
        onLink(parsePairingUri(text))
      }}
    >
      <input
        aria-label="Link to connect"
        data-testid="pairing-uri"
        placeholder="wc:…"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" data-testid="pair" disabled={text.trim() === ''}>
        Connect
      </button>
    </form>
  )
}

type SafeTreasuryCardProps = { accounts: readonly DemoEvmAccount[]; treasury: TreasuryPort }

/** The shared accounts and their Safe, which every user may change. */
function TreasuryCard({ accounts, treasury }: SafeTreasuryCardProps) {
  const [terms, setTerms] = useState<SafeTreasuryTerms | null>(null)
  useEffect(() => {
    treasury.read().then(setTerms, () => {})
  }, [treasury])
  const shared = accounts.filter(({ kind }) => SHARED_KINDS.some((one) => one === kind))
  const change = (what: TreasuryChange) => void treasury.change(what).then(setTerms, () => {})
  return (
    <TreasuryFrame
      accounts={shared.map((account) => (
        <AccountRow key={account.kind} account={account} />
      ))}
      rule={terms && getRule(terms)}
    >
      {terms !== null && <Changes terms={terms} onChange={change} />}
      <ServiceRow treasury={treasury} />
    </TreasuryFrame>
  )
}

function getRule({ owners, threshold, modules, address }: SafeTreasuryTerms) {
  return {
    owners: owners.map((owner) => ACCOUNT_NAMES[owner]),
    threshold,
    note: modules === 0 ? 'No module may act without them' : 'A module may act without them',
    address,
  }
}

type SafeChangesProps = { terms: SafeTreasuryTerms; onChange: (change: TreasuryChange) => void }

function Changes({ terms, onChange }: SafeChangesProps) {
  return (
    <div className="row treasury-controls">
      {CHANGES.map(({ label, change }) => (
        <button
          key={change.kind}
          type="button"
          disabled={!isPossible(terms, change)}
          onClick={() => onChange(change)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const CHANGES: readonly { label: string; change: TreasuryChange }[] = [
  { label: 'Swap owner 3', change: { kind: 'swap-owner', from: 'owner3', to: 'spare' } },
  { label: 'Ask for all', change: { kind: 'raise-threshold' } },
  { label: 'Add a module', change: { kind: 'enable-module' } },
  { label: 'Restore', change: { kind: 'restore' } },
]

function isPossible(
  { owners, threshold, modules }: SafeTreasuryTerms,
  { kind }: TreasuryChange,
): boolean {
  switch (kind) {
    case 'swap-owner':
      return owners.includes('owner3') && !owners.includes('spare')
    case 'raise-threshold':
      return threshold < owners.length
    case 'enable-module':
      return modules === 0
    default:
      return true
  }
}

const FAULT_LABELS: Record<SafeServiceFault, string> = {
  none: 'Works',
  down: 'Is down',
  busy: 'Is asked too much',
  slow: 'Takes 20 seconds',
}

function ServiceRow({ treasury }: Pick<SafeTreasuryCardProps, 'treasury'>) {
  const [fault, setFault] = useState<SafeServiceFault>('none')
  return (
    <SelectRow
      label="Transaction Service"
      testId="safe-service"
      value={fault}
      options={SAFE_SERVICE_FAULTS.map((value) => ({ value, label: FAULT_LABELS[value] }))}
      onChange={(next) => {
        setFault(next)
        treasury.setServiceFault(next).catch(() => {})
      }}
    />
  )
}

function AccountRow({ account }: { account: DemoEvmAccount }) {
  const { kind, address } = account
  return (
    <div className="row">
      <span className={`dot dot-${kind}`} aria-hidden="true" />
      <span>
        <strong>{ACCOUNT_NAMES[kind]}</strong>
        <small>
          <span className="code" title={address} data-testid={`address-${kind}`}>
            {shortAddress(address)}
          </span>{' '}
          · {accountPlace(account)}
        </small>
      </span>
    </div>
  )
}
