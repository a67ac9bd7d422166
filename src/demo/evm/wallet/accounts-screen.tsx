import { useStore } from '@nanostores/react'
import { Screen } from '#demo/wallet/screen.tsx'
import { ACCOUNT_NAMES, accountPlace, shortAddress } from './account-names.ts'
import type { EvmAccount } from './accounts.ts'
import { PasteForm } from './paste-form.tsx'
import type { ConnectedApp, EvmWallet } from './wallet.ts'

/** What the wallet is when nobody asks for anything. */
export function AccountsScreen({ wallet }: { wallet: EvmWallet }) {
  const connected = useStore(wallet.connected)
  return (
    <Screen>
      <h2>Accounts</h2>
      <section className="card" data-testid="accounts">
        {wallet.accounts.map((account) => (
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
            onDisconnect={() => void wallet.disconnect(one.topic)}
          />
        ))}
      </section>
      <p className="note">
        The keys were made in this browser and are worth nothing anywhere else.
      </p>
    </Screen>
  )
}

function AccountRow({ account }: { account: EvmAccount }) {
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

type AppRowProps = { connected: ConnectedApp; onDisconnect: () => void }

function AppRow({ connected: { app, address }, onDisconnect }: AppRowProps) {
  return (
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
  )
}
