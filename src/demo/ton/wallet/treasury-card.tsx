import { useStore } from '@nanostores/react'
import { Address } from '@ton/core'
import { ACCOUNT_NAMES } from './account-names.ts'
import { AccountRow } from './account-row.tsx'
import { SHARED_KINDS, type TonAccount } from './accounts.ts'
import type { Treasury, TreasuryTerms } from './treasury.ts'

type TreasuryCardProps = { accounts: readonly TonAccount[]; treasury: Treasury }

/** The shared accounts, and the multisig that they sign for, which anybody here may change. */
export function TreasuryCard({ accounts, treasury }: TreasuryCardProps) {
  const terms = useStore(treasury.terms)
  const shared = accounts.filter(({ kind }) => SHARED_KINDS.some((one) => one === kind))
  return (
    <>
      <h2>Treasury, shared by everybody here</h2>
      <section className="card" data-testid="shared-accounts">
        {shared.map((account) => (
          <AccountRow key={account.kind} account={account} />
        ))}
      </section>
      <section className="card" data-testid="treasury">
        {terms === null ? (
          <p className="empty">Asking the chain…</p>
        ) : (
          <TreasuryRows terms={terms} treasury={treasury} />
        )}
      </section>
    </>
  )
}

function TreasuryRows({ terms, treasury }: { terms: TreasuryTerms; treasury: Treasury }) {
  const { signers, threshold } = terms
  const asksAll = threshold === signers.length
  return (
    <>
      <div className="row">
        <span>
          <strong data-testid="treasury-threshold">
            {threshold} of {signers.length} must agree
          </strong>
          <small data-testid="treasury-signers">
            {signers.map((kind) => ACCOUNT_NAMES[kind]).join(', ')}
          </small>
          <small className="code treasury-address" data-testid="treasury-address">
            {Address.parse(terms.address).toString({ bounceable: false })}
          </small>
        </span>
      </div>
      <div className="row treasury-controls">
        <button type="button" data-testid="swap-signer" onClick={() => void treasury.swapSigner()}>
          {signers.includes('spare') ? 'Signer 2 back in' : 'Swap signer 2'}
        </button>
        <button
          type="button"
          data-testid="change-threshold"
          onClick={() => void treasury.changeThreshold()}
        >
          {asksAll ? 'Ask for 2' : 'Ask for all'}
        </button>
      </div>
    </>
  )
}
