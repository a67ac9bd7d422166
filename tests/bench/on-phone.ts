import type { Browser, Page } from 'playwright-core'
import { installMessengerProxy } from './messenger-proxy.ts'

const TIMEOUT_MS = 60_000
const CPU_SLOW_DOWN = 4
const ROUND_TRIP_MS = 150
const BYTES_PER_SECOND = 200_000

/** What a device keeps: keys and values of the page's storage. */
export type SavedStorage = Record<string, string>

type Phone = {
  /** What it has kept of an earlier day. @default nothing */
  saved?: SavedStorage
  /** A mid-range phone on a poor line. @default this machine's speed, and its line */
  isSlow?: boolean
  hasTouch?: boolean
}

/** Works on a page in a native-style Telegram, with nothing in its cache. */
export async function onPhone<Result>(
  browser: Browser,
  { saved = {}, isSlow = false, hasTouch = false }: Phone,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    const page = await context.newPage()
    // tsx wraps named functions in a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(installMessengerProxy)
    await page.addInitScript(keep, saved)
    if (isSlow) await slowDown(page)
    return await work(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page, before any of its scripts. */
function keep(saved: SavedStorage): void {
  for (const [key, value] of Object.entries(saved)) localStorage.setItem(key, value)
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await slowDownThread(page, CPU_SLOW_DOWN)
}

/** @param rate how much slower than this machine */
export async function slowDownThread(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
