import { useStore } from '@nanostores/react'
import { Address } from '@ton/core'
import { TreasuryFrame } from '#demo/wallet/treasury-frame.tsx'
import { ACCOUNT_NAMES } from './account-names.ts'
import { AccountRow } from './account-row.tsx'
import { SHARED_KINDS, type TonAccount } from './accounts.ts'
import type { TonTreasury, TonTreasuryTerms } from './treasury.ts'

type TreasuryCardProps = { accounts: readonly TonAccount[]; treasury: TonTreasury }

/** The shared accounts, and the multisig that they sign for, which anybody here may change. */
export function TreasuryCard({ accounts, treasury }: TreasuryCardProps) {
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
