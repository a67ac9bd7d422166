import { Hono } from 'hono'
import { createBridge } from '#demo/ton/bridge.ts'
import { type DemoTonChain, createTonChain } from '#demo/ton/chain.ts'
import { createMultisigRoutes, createRotationRoutes } from '#demo/ton/ton-demo-routes.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { deployTreasury } from '#demo/ton/treasury.ts'
import { createWalletsListRoutes } from '#demo/ton/wallets-list.ts'
import { listenHere } from '#tests/support/listen-here.ts'

export type TonWorld = { origin: string; chain: DemoTonChain; close(): Promise<void> }

/** Starts the TON half of the demo world on one loopback origin, as the demo mounts it. */
export async function startTonWorld(): Promise<TonWorld> {
  const chain = await createTonChain()
  await deployTreasury(chain)
  const bridge = createBridge({ now: Date.now })
  const app = new Hono()
  const { url: origin, close: hangUp } = await listenHere(app)
  app.route('/bridge', bridge.app)
  app.route('/toncenter', createToncenterRoutes(chain))
  app.route('/ton/demo', createRotationRoutes(chain))
  app.route('/ton/demo', createMultisigRoutes(chain))
  app.route('/ton', createWalletsListRoutes({ messengerOrigin: origin }))
  app.get('/tonconnect-manifest.json', (c) =>
    c.json({ url: origin, name: 'Clasp', iconUrl: `${origin}/ton/icons/demo-quarry.png` }),
  )
  const close = async (): Promise<void> => {
    bridge.close()
    await hangUp()
  }
  return { origin, chain, close }
}
