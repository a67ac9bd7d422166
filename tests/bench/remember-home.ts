import type { Browser } from 'playwright-core'
import { ME, WALLET } from '#tests/support/sample-data.ts'
import { installHostProxy } from './host-proxy.ts'

/** What a device keeps: keys and values of the page's storage. */
export type SavedStorage = Record<string, string>

/**
 * Opens the app once as a member whom this device knows, while the server cannot be asked for the truth.
 *
 * @param name of one of the two wallets that the device remembers
 * @returns what the app leaves on the device for the next start
 */
export async function rememberHome(
  browser: Browser,
  { url, telegramId, name }: { url: string; telegramId: number; name: string },
): Promise<SavedStorage> {
  const prefix = `clasp/${telegramId}`
  const wallets = [
    { ...WALLET, label: name },
    { ...WALLET, id: 'otherotherotherotherot', address: `0:${'4e'.repeat(32)}` },
  ]
  const cache: SavedStorage = { [`${prefix}/me`]: JSON.stringify({ ...ME, wallets }) }
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(installHostProxy)
    await page.addInitScript(keep, cache)
    await page.route('**/api/me', (route) => route.abort())
    await page.goto(url)
    const key = `${prefix}/home`
    await page.waitForFunction((picture) => localStorage.getItem(picture) !== null, key)
    const picture = await page.evaluate((name) => localStorage.getItem(name), key)
    return { ...cache, [key]: picture ?? '' }
  } finally {
    await context.close()
  }
}

/** Runs in the page, before any of its scripts. */
export function keep(saved: SavedStorage): void {
  for (const [key, value] of Object.entries(saved)) localStorage.setItem(key, value)
}
