import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Icon } from './icon.tsx'
import { Panel } from './panel/panel.tsx'
import { Phone } from './phone/phone.tsx'
import type { Host } from './store/host.ts'

export function App({ host }: { host: Host }) {
  const { theme } = useStore(host.client)
  const person = useStore(host.person)
  const [isPanelOpen, setPanelOpen] = useState(false)
  if (person === null) return <p className="waiting">Waiting for the demo server…</p>

  return (
    <div className="page" data-theme={theme} data-panel={isPanelOpen ? 'open' : 'closed'}>
      <Guide host={host} />
      <main className="stage" aria-label="Simulated phone">
        <Phone host={host} person={person} />
      </main>
      <button
        type="button"
        className="handle"
        data-testid="panel-handle"
        aria-expanded={isPanelOpen}
        aria-controls="panel"
        aria-label={isPanelOpen ? 'Hide demo controls' : 'Show demo controls'}
        onClick={() => setPanelOpen(!isPanelOpen)}
      >
        <Icon name={isPanelOpen ? 'close' : 'sliders'} />
      </button>
      <Panel host={host} person={person} />
    </div>
  )
}

/** What this page is, and what to try first. */
function Guide({ host }: { host: Host }) {
  const isOnline = useStore(host.connection.isOnline)
  const hasEvmWallet = useStore(host.connection.latest)?.hasEvmWallet ?? false
  return (
    <aside className="guide" aria-label="About this page">
      <p className="guide-kicker">Clasp demo</p>
      <h1 className="guide-title">Simulated Telegram</h1>
      <p className="guide-lead">
        A stand-in for a messenger, run by this machine alone. The bot, the server and the proofs in
        it are real; the people, wallets and coins are not.
      </p>
      <ol className="guide-steps">
        <li>Open the chat with the bot and press START.</li>
        <li>Open the Mini App from its button.</li>
        <li>
          Connect {hasEvmWallet ? 'a demo wallet, TON or EVM,' : 'the demo wallet'} and sign: the
          bot tells you which wallet is yours.
        </li>
        <li>Write /connect in the group, and answer as somebody else.</li>
      </ol>
      <output className="guide-status" data-online={isOnline ? 'yes' : 'no'}>
        {isOnline ? 'Connected to the demo server' : 'The demo server does not answer'}
      </output>
    </aside>
  )
}
