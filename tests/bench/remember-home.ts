import type { Browser } from 'playwright-core'
import { installMessengerProxy } from './messenger-proxy.ts'

/** What a device keeps: keys and values of the page's storage. */
export type SavedStorage = Record<string, string>

/**
 * Opens the app once as a member who has wallets, and a request's link.
 *
 * @returns what the app leaves on the device for the start of another day: everything but the session
 */
export async function rememberHome(
  browser: Browser,
  { url, link, telegramId }: { url: string; link: string; telegramId: number },
): Promise<SavedStorage> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(installMessengerProxy)
    await page.goto(url)
    const prefix = `clasp/${telegramId}`
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, `${prefix}/home`)
    await page.goto(link, { waitUntil: 'networkidle' })
    const saved = await page.evaluate(() => Object.entries(localStorage))
    return Object.fromEntries(saved.filter(([key]) => key !== `${prefix}/session`))
  } finally {
    await context.close()
  }
}

/** Runs in the page, before any of its scripts. */
export function keep(saved: SavedStorage): void {
  for (const [key, value] of Object.entries(saved)) localStorage.setItem(key, value)
}
