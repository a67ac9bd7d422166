import { useStore } from '@nanostores/react'
import { Address } from '@ton/core'
import { TreasuryFrame } from '#demo/wallet/treasury-frame.tsx'
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
    <TreasuryFrame
      accounts={shared.map((account) => (
        <AccountRow key={account.kind} account={account} />
      ))}
      rule={terms && ruleOf(terms)}
    >
      {terms !== null && <Changes terms={terms} treasury={treasury} />}
    </TreasuryFrame>
  )
}

function ruleOf({ signers, threshold, address }: TreasuryTerms) {
  return {
    owners: signers.map((kind) => ACCOUNT_NAMES[kind]),
    threshold,
    address: Address.parse(address).toString({ bounceable: false }),
  }
}

type ChangesProps = { terms: TreasuryTerms; treasury: Treasury }

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
