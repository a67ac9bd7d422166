import './evm-wallet.css'
import { bytesToHex } from 'viem'
import { applyTheme, renderWallet } from '#demo/wallet/render-wallet.tsx'
import { sleep } from '#demo/wallet/hold.ts'
import { LINGER_MS, whenDone } from '#demo/wallet/frame.ts'
import {
  DEMO_CHAIN_IDS,
  DEMO_PROJECT_ID,
  EVM_DEMO_PATH,
  EVM_WALLET_PATH,
  RELAY_PATH,
  TREASURY_SERVICE_PATH,
} from '../demo-network.ts'
import { createDemoPort } from './demo-port.ts'
import { leave, WalletApp } from './wallet-app.tsx'
import { openWalletKit } from './wallet-kit.ts'
import { parseWalletLink } from './wallet-link.ts'
import { createEvmWallet } from './wallet.ts'
import type { EvmWalletView } from './wallet-view.ts'

const SEED_KEY = 'clasp-demo-evm-wallet/seed'
const SEED_BYTES = 32

const NAME = 'Demo EVM Wallet'

/** How long the wallet waits for the message that follows a connection, in milliseconds. */
const NEXT_REQUEST_MS = 5_000

/** Builds the wallet of this browser profile, opens the link that the page came with, and renders. */
export async function startWallet(): Promise<void> {
  const url = new URL(window.location.href)
  applyTheme(url)
  // A reload is not a second use of the link, which the wallet would refuse.
  window.history.replaceState(null, '', EVM_WALLET_PATH)
  const wallet = await createEvmWallet({
    kit: await openWalletKit({
      relayUrl: `${url.origin.replace(/^http/, 'ws')}${RELAY_PATH}`,
      projectId: DEMO_PROJECT_ID,
      url: url.origin,
      name: NAME,
      storagePrefix: 'clasp-demo-evm-wallet',
      storage: 'browser',
    }),
    demo: createDemoPort({
      demoUrl: `${url.origin}${EVM_DEMO_PATH}`,
      serviceUrl: `${url.origin}${TREASURY_SERVICE_PATH}`,
    }),
    seed: walletSeed(localStorage),
    chainIds: DEMO_CHAIN_IDS,
    sleep,
  })
  whenDone(wallet.view, leave, (answered) => (isConnected(answered) ? NEXT_REQUEST_MS : LINGER_MS))
  renderWallet(
    { mark: <span className="mark" aria-hidden="true" />, name: NAME },
    <WalletApp wallet={wallet} />,
  )
  await wallet.open(parseWalletLink(url))
}

function isConnected(view: EvmWalletView): boolean {
  return view.screen === 'done' && view.outcome === 'connected'
}

/** The secret of this browser profile's wallet; made the first time. */
function walletSeed(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(SEED_KEY)
  if (known !== null) return known
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))
  storage.setItem(SEED_KEY, seed)
  return seed
}
