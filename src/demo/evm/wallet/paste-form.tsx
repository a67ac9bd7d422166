import { useState } from 'react'
import { type OpenedWalletLink, parsePairingUri } from './wallet-link.ts'

/** For a link that was copied, or read from a QR code, in the app. */
export function PasteForm({ onLink }: { onLink: (link: OpenedWalletLink) => void }) {
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
