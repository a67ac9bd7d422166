import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Messenger } from '../store/messenger.ts'

/** Ways to open the Mini App that no button of the chats shows. */
export function WaysInCard({ messenger }: { messenger: Messenger }) {
  const { appOrigin = '', hasEvmWallet = false } = useStore(messenger.connection.latest) ?? {}
  return (
    <section className="card">
      <h2 className="card-title">Other ways in</h2>
      <button
        type="button"
        className="card-button"
        data-testid="open-direct-link"
        onClick={() =>
          void messenger.openMiniApp({ source: 'direct-link', chatId: null, startParam: null })
        }
      >
        Direct link
      </button>
      <LinkForm messenger={messenger} />
      <button
        type="button"
        className="card-button"
        data-testid="open-keyboard"
        onClick={() => void messenger.openMiniApp({ source: 'keyboard', url: `${appOrigin}/` })}
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
function LinkForm({ messenger }: { messenger: Messenger }) {
  const [link, setLink] = useState('')
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault()
        void messenger.openLink(link.trim())
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
