import manifestTemplate from '../../../../tonconnect-manifest.json' with { type: 'json' }
import { EVM_WALLET_NAMES } from '#shared/evm-wallet-names.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { createPreparedTexts, prepare, sendPrepared } from '../prepared.ts'

const DAY_S = 24 * 60 * 60
/** How long a missing icon is not requested again. */
const MISSING_S = 10 * 60

/** Shown where a wallet's icon cannot be loaded, so that the list never has a broken picture. */
const PLACEHOLDER_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="#8a94a6"/>' +
  '<path d="M12 18h24v14a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3zm2-5h17v3H12a2 2 0 0 1 2-3z" fill="#fff"/></svg>'

/** Files that wallets and the wallet library read: manifest, list of wallets, icons. */
export function serveTonConnect(
  app: HttpApp,
  { boot, publicUrl, walletsList, walletIcons }: HttpDeps,
): void {
  const manifest = JSON.stringify({
    ...manifestTemplate,
    url: publicUrl,
    name: boot.appName,
    iconUrl: `${publicUrl}/icon-180.png`,
  })
  const prepared = createPreparedTexts(2, prepare)
  const type = 'application/json'

  app.get('/tonconnect-manifest.json', async (c) => {
    c.header('access-control-allow-origin', '*')
    const document = await prepared(manifest, () => manifest)
    return sendPrepared(c, document, { type, caching: 'public, max-age=300' })
  })

  app.get('/wallets.json', async (c) => {
    const list = walletsList.json()
    const document = await prepared(list, () => list)
    return sendPrepared(c, document, { type, caching: 'public, max-age=600' })
  })

  app.get('/wallet-icons/:id', async (c) => {
    const icon = await walletIcons.get(c.req.param('id'))
    c.header('content-type', icon?.type ?? 'image/svg+xml')
    c.header('cache-control', `public, max-age=${icon ? DAY_S : MISSING_S}`)
    return icon ? c.body(icon.bytes) : c.body(PLACEHOLDER_ICON)
  })
}

/** Icons of our own EVM wallets. Where one is missing, the page shows a letter, and logs no error. */
export function serveEvmIcons(app: HttpApp, { evmIcons }: HttpDeps): void {
  if (evmIcons === null) return
  app.get('/wallet-icons/evm/:id', async (c) => {
    const id = c.req.param('id')
    if (!Object.hasOwn(EVM_WALLET_NAMES, id)) return c.notFound()
    const icon = await evmIcons.get(id)
    c.header('cache-control', `public, max-age=${icon ? DAY_S : MISSING_S}`)
    if (icon === undefined) return c.body(null, 204)
    c.header('content-type', icon.type)
    return c.body(icon.bytes)
  })
}
