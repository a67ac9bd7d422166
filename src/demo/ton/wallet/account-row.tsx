import { ACCOUNT_NAMES, shortAddress } from './account-names.ts'
import { type TonAccount, friendlyAddress } from './accounts.ts'

export function AccountRow({ account }: { account: TonAccount }) {
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
