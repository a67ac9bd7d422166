import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Screen } from '#demo/wallet/screen.tsx'
import { shortAddress, OWN_KINDS } from './accounts.ts'
import { AccountRow } from './account-row.tsx'
import { TreasuryCard } from './treasury-card.tsx'
import type { ConnectedApp, DemoEvmWallet } from './wallet.ts'
import { type OpenedWalletLink, parsePairingUri } from './wallet-link.ts'

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
