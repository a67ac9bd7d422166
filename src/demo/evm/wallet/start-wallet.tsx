import { applyTheme } from '#demo/wallet/apply-theme.ts'
import { renderWallet } from '#demo/wallet/render-wallet.tsx'
import { sleep } from '#demo/wallet/sleep.ts'
import { whenDone } from '#demo/wallet/when-done.ts'
import {
  DEMO_CHAIN_IDS,
  DEMO_PROJECT_ID,
  EVM_DEMO_PATH,
  EVM_WALLET_PATH,
  RELAY_PATH,
  TREASURY_SERVICE_PATH,
} from '../demo-network.ts'
import { createDemoPort } from './demo-port.ts'
import { leave } from './leave.ts'
import { WalletApp } from './wallet-app.tsx'
import { openWalletKit } from './wallet-kit.ts'
import { parseWalletLink } from './wallet-link.ts'
import { walletSeed } from './wallet-seed.ts'
import { createEvmWallet } from './wallet.ts'
import './evm-wallet.css'

const NAME = 'Demo EVM Wallet'

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
  whenDone(wallet.view, leave)
  renderWallet(
    { mark: <span className="mark" aria-hidden="true" />, name: NAME },
    <WalletApp wallet={wallet} />,
  )
  await wallet.open(parseWalletLink(url))
}
