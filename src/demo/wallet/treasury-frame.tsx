import type { ReactNode } from 'react'

type TreasuryFrameProps = {
  /** A row for each account that every demo wallet holds. */
  accounts: ReactNode
  /** Null until the chain has answered. */
  rule: TreasuryRule | null
  /** What anybody here may change. */
  children: ReactNode
}

/** Who must agree, as the chain says. */
type TreasuryRule = {
  /** Names, in the chain's order. */
  owners: readonly string[]
  threshold: number
  /** Who else has a say. */
  note?: string
  /** In the form for people. */
  address: string
}

/** The accounts that everybody here shares, and what they own together. */
export function TreasuryFrame({ accounts, rule, children }: TreasuryFrameProps) {
  return (
    <>
      <h2>Treasury, shared by everybody here</h2>
      <section className="card">{accounts}</section>
      <section className="card">
        {rule === null ? <p className="empty">Asking the chain…</p> : <RuleRow rule={rule} />}
        {children}
      </section>
    </>
  )
}

function RuleRow({ rule: { owners, threshold, note, address } }: { rule: TreasuryRule }) {
  return (
    <div className="row">
      <span>
        <strong>
          {threshold} of {owners.length} must agree
        </strong>
        <small>{owners.join(', ')}</small>
        {note !== undefined && <small>{note}</small>}
        <small className="code treasury-address">{address}</small>
      </span>
    </div>
  )
}
