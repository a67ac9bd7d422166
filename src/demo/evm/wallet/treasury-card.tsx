import { useEffect, useState } from 'react'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { TreasuryFrame } from '#demo/wallet/treasury-frame.tsx'
import { SAFE_SERVICE_FAULTS, type SafeServiceFault } from '../safe-service-fault.ts'
import { ACCOUNT_NAMES, type DemoEvmAccount, SHARED_KINDS } from './accounts.ts'
import { AccountRow } from './account-row.tsx'
import type { TreasuryChange, TreasuryPort, SafeTreasuryTerms } from './treasury-port.ts'

type TreasuryCardProps = { accounts: readonly DemoEvmAccount[]; treasury: TreasuryPort }

/** The shared accounts and their Safe, which every user may change. */
export function TreasuryCard({ accounts, treasury }: TreasuryCardProps) {
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

type ChangesProps = { terms: SafeTreasuryTerms; onChange: (change: TreasuryChange) => void }

function Changes({ terms, onChange }: ChangesProps) {
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

function ServiceRow({ treasury }: Pick<TreasuryCardProps, 'treasury'>) {
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
