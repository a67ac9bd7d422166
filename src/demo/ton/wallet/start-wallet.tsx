import './ton-wallet.css'
import { applyTheme, renderWallet } from '#demo/wallet/render-wallet.tsx'
import { sleep } from '#demo/wallet/hold.ts'
import { whenDone } from '#demo/wallet/frame.ts'
import { createBridgeClient } from './bridge-client.ts'
import { parseConnectLink } from './connect-link.ts'
import { leave, WalletApp } from './wallet-app.tsx'
import { createRotatableAccount, createRotatableKeys } from './rotatable-account.ts'
import { createTreasury } from './treasury.ts'
import { createWalletStorage } from './wallet-storage.ts'
import { createWallet } from './wallet.ts'

/** Builds the wallet of this browser profile, opens the link that the page came with, and renders. */
export async function startWallet(): Promise<void> {
  const url = new URL(window.location.href)
  applyTheme(url)
  const storage = createWalletStorage(localStorage)
  const fixedSeed = url.searchParams.get('seed')
  if (fixedSeed !== null) storage.setSeed(fixedSeed)

  const seed = await storage.seed()
  const demoUrl = `${url.origin}/ton/demo`
  const rotatableKeys = createRotatableKeys(demoUrl)
  const wallet = createWallet({
    bridge: createBridgeClient({ bridgeUrl: `${url.origin}/bridge`, EventSource }),
    storage,
    rotatableKeys,
    seed,
    now: Date.now,
    sleep,
  })
  whenDone(wallet.view, leave)
  renderWallet(
    {
      mark: <img src="/ton/icons/clasp-demo-wallet.png" alt="" width="28" height="28" />,
      name: 'Demo Wallet',
    },
    <WalletApp
      wallet={wallet}
      rotatable={createRotatableAccount(rotatableKeys, seed)}
      treasury={createTreasury(demoUrl)}
    />,
  )
  await wallet.open(parseConnectLink(url))
}
