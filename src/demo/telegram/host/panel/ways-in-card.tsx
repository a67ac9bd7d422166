import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Host } from '../store/host.ts'

/** Ways to open the Mini App that no button of the chats shows. */
export function WaysInCard({ host }: { host: Host }) {
  const { appOrigin = '', hasEvmWallet = false } = useStore(host.connection.latest) ?? {}
  return (
    <section className="card">
      <h2 className="card-title">Other ways in</h2>
      <button
        type="button"
        className="card-button"
        data-testid="open-direct-link"
        onClick={() =>
          void host.openMiniApp({ source: 'direct-link', chatId: null, startParam: null })
        }
      >
        Direct link
      </button>
      <LinkForm host={host} />
      <button
        type="button"
        className="card-button"
        data-testid="open-keyboard"
        onClick={() => void host.openMiniApp({ source: 'keyboard', url: `${appOrigin}/` })}
      >
        Keyboard button, which carries no launch data
      </button>
      <a
        className="card-button"
        data-testid="open-outside"
        href={`${appOrigin}/`}
        target="_blank"
        rel="noreferrer"
      >
        Outside Telegram, in a new tab
      </a>
      {hasEvmWallet && (
        <a
          className="card-button"
          data-testid="open-evm-wallet"
          href="/evm-wallet/"
          target="_blank"
          rel="noreferrer"
        >
          EVM wallet on another device, for a link or QR code
        </a>
      )}
    </section>
  )
}

/** A link that somebody sent by other means than this Telegram. */
function LinkForm({ host }: { host: Host }) {
  const [link, setLink] = useState('')
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault()
        void host.openLink(link.trim())
      }}
    >
      <input
        className="card-input"
        data-testid="link-input"
        aria-label="A link from elsewhere"
        placeholder="Any t.me link"
        autoComplete="off"
        value={link}
        onChange={(event) => setLink(event.target.value)}
      />
      <button
        type="submit"
        className="link-button"
        data-testid="open-link"
        disabled={link.trim() === ''}
      >
        Open
      </button>
    </form>
  )
}
