import { createRoot } from 'react-dom/client'
import { createBridgeClient } from './bridge-client.ts'
import { parseConnectLink } from './connect-link.ts'
import { leaveWhenDone } from './leave-when-done.ts'
import { createRotatableAccount } from './rotatable-account.ts'
import { createRotatableKeys } from './rotatable-key.ts'
import { WalletApp } from './wallet-app.tsx'
import { createWalletStorage } from './wallet-storage.ts'
import { createWallet } from './wallet.ts'
import './wallet.css'

/** Builds the wallet of this browser profile, opens the link that the page came with, and renders. */
export async function startWallet(): Promise<void> {
  const url = new URL(window.location.href)
  applyTheme(url)
  const storage = createWalletStorage(localStorage)
  const fixedSeed = url.searchParams.get('seed')
  if (fixedSeed !== null) storage.setSeed(fixedSeed)

  const seed = await storage.seed()
  const rotatableKeys = createRotatableKeys(`${url.origin}/ton/demo`)
  const wallet = createWallet({
    bridge: createBridgeClient({ bridgeUrl: `${url.origin}/bridge`, EventSource }),
    storage,
    rotatableKeys,
    seed,
    now: Date.now,
    sleep: async (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds)
      }),
  })
  leaveWhenDone(wallet.view)
  renderWallet(
    <WalletApp wallet={wallet} rotatable={createRotatableAccount(rotatableKeys, seed)} />,
  )
  await wallet.open(parseConnectLink(url))
}

/** `?theme=dark|light` wins over what the system prefers. */
function applyTheme(url: URL): void {
  const theme = url.searchParams.get('theme')
  if (theme !== null) document.documentElement.dataset['theme'] = theme
}

function renderWallet(app: React.ReactNode): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root')
  createRoot(root).render(app)
}
