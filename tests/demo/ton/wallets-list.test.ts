import { TonConnect } from '@tonconnect/sdk'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createDemoWalletsList, createWalletsListRoutes } from '#demo/ton/wallets-list.ts'
import { WalletEntrySchema } from '#server/wallets-list/wallet-entry.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const PNG_SIGNATURE = '89504e470d0a1a0a'

describe("the demo's wallets list", () => {
  const list = createDemoWalletsList({ messengerOrigin: ORIGIN })
  const routes = createWalletsListRoutes({ messengerOrigin: ORIGIN })

  test('passes the server’s check of wallets lists', () => {
    expect(v.safeParse(v.array(WalletEntrySchema), list).success).toBe(true)
    expect(list.length).toBeGreaterThanOrEqual(4)
  })

  test('links only to the demo and to Wallet in Telegram', () => {
    const outside = list
      .flatMap((wallet) => [
        wallet.image,
        wallet.about_url,
        wallet.universal_url,
        ...wallet.bridge.map(({ url }) => url),
      ])
      .filter((url) => new URL(url).origin !== ORIGIN)
    expect(outside).toEqual(['https://t.me/wallet?attach=wallet'])
  })

  test('works in full with the TON Connect SDK', async () => {
    const app = new TonConnect({
      manifestUrl: `${ORIGIN}/tonconnect-manifest.json`,
      walletsListSource: `data:application/json,${encodeURIComponent(JSON.stringify(list))}`,
      analytics: { mode: 'off' },
      storage: { getItem: async () => null, setItem: async () => {}, removeItem: async () => {} },
    })
    const names = (await app.getWallets()).map(({ appName }) => appName)
    expect(names).toEqual(list.map((wallet) => wallet.app_name))
  })

  test('is served, with a PNG for every wallet in it', async () => {
    expect(await (await routes.request('/wallets-v2.json')).json()).toEqual(list)
    for (const { image } of list) {
      const path = new URL(image).pathname.replace(/^\/ton/, '')
      const bytes = Buffer.from(await (await routes.request(path)).arrayBuffer())
      expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE)
    }
    expect((await routes.request('/icons/nobody.png')).status).toBe(404)
  })
})
