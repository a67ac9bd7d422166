import type { Hono } from 'hono'
import manifestTemplate from '../../../../tonconnect-manifest.json' with { type: 'json' }
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'

const DAY_S = 24 * 60 * 60

/** Shown where a wallet's icon cannot be loaded, so that the list never has a broken picture. */
const PLACEHOLDER_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="#8a94a6"/>' +
  '<path d="M12 18h24v14a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3zm2-5h17v3H12a2 2 0 0 1 2-3z" fill="#fff"/></svg>'

/** Files that wallets and the wallet library read: manifest, list of wallets, icons. */
export function serveTonConnect(
  app: Hono<HttpEnv>,
  { boot, publicUrl, walletsList, walletIcons }: HttpDeps,
): void {
  const manifest = {
    ...manifestTemplate,
    url: publicUrl,
    name: boot.appName,
    iconUrl: `${publicUrl}/icon-180.png`,
  }

  app.get('/tonconnect-manifest.json', (c) => {
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.json(manifest)
  })

  app.get('/wallets.json', (c) => {
    c.header('content-type', 'application/json')
    c.header('cache-control', 'public, max-age=600')
    return c.body(walletsList.json())
  })

  app.get('/wallet-icons/:id', async (c) => {
    const icon = await walletIcons.get(c.req.param('id'))
    c.header('content-type', icon?.type ?? 'image/svg+xml')
    c.header('cache-control', `public, max-age=${icon ? DAY_S : 600}`)
    return icon ? c.body(icon.bytes) : c.body(PLACEHOLDER_ICON)
  })
}
