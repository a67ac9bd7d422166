import { ACCOUNT_NAMES, accountPlace, shortAddress, type DemoEvmAccount } from './accounts.ts'

export function AccountRow({ account }: { account: DemoEvmAccount }) {
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
