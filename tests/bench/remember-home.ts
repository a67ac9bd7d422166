import type { Browser } from 'playwright-core'
import { onPhone, type SavedStorage } from './on-phone.ts'

/**
 * Opens the app once as a member who has wallets, and a request's link.
 *
 * @returns what the app leaves on the device for the start of another day: everything but the session
 */
export function rememberHome(
  browser: Browser,
  { url, link, telegramId }: { url: string; link: string; telegramId: number },
): Promise<SavedStorage> {
  return onPhone(browser, {}, async (page) => {
    await page.goto(url)
    const prefix = `clasp/${telegramId}`
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, `${prefix}/home`)
    await page.goto(link, { waitUntil: 'networkidle' })
    const saved = await page.evaluate(() => Object.entries(localStorage))
    return Object.fromEntries(saved.filter(([key]) => key !== `${prefix}/session`))
  })
}
