import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { Icon } from '../icon.tsx'
import type { Messenger } from '../store/messenger.ts'
import { SANDBOX } from './sandbox.ts'

/** What the wallet page posts when it is done. */
const WalletMessageSchema = v.object({
  type: v.literal('clasp-demo-wallet'),
  action: v.literal('close'),
})

/** "Wallet in Telegram", a second Mini App over the first; or a wallet that is another app of the phone. */
export function WalletSheet({ messenger }: { messenger: Messenger }) {
  const wallet = useStore(messenger.wallet)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => {
      const isWallet = frame.current !== null && event.source === frame.current.contentWindow
      if (isWallet && v.is(WalletMessageSchema, event.data)) messenger.closeWallet()
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [messenger])

  return (
    <div id="wallet-slot">
      {wallet !== null && (
        <section className="sheet sheet-wallet" aria-label={wallet.name}>
          <header className="sheet-header">
            <div className="sheet-edge">
              <button
                type="button"
                className="sheet-button"
                data-testid="wallet-close"
                aria-label="Close wallet"
                onClick={() => messenger.closeWallet()}
              >
                <Icon name="close" />
              </button>
            </div>
            <div className="sheet-titles">
              <h2 className="bar-title">Demo wallet</h2>
              <span className="bar-subtitle">stands for {wallet.name}</span>
            </div>
            <div className="sheet-edge sheet-edge-end" />
          </header>
          <div className="sheet-page">
            <iframe
              ref={frame}
              className="sheet-frame"
              name="wallet"
              data-testid="wallet"
              title="Demo wallet"
              src={wallet.url}
              sandbox={SANDBOX}
              allow="clipboard-write"
            />
          </div>
        </section>
      )}
    </div>
  )
}
