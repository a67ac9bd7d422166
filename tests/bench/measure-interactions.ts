import type { Browser, Page } from 'playwright-core'
import { onPhone, type SavedStorage } from './on-phone.ts'
import { type Launches, WALLET_NAME } from './start-launches.ts'

/** After a tap: a slow interaction is reported once its frame is shown. */
const SETTLING_MS = 500

/** A screen, and what is tapped there one after the other. */
type TappedScreen = {
  screen: string
  url: string
  taps: readonly string[]
}

/** The longest time from a tap to the next frame on a screen, in ms: event timing, in steps of 8. */
export type ScreenDelay = { screen: string; delay: number }

/** Taps through the screens on a slowed-down phone, with real taps. */
export async function measureInteractions(
  browser: Browser,
  launches: Launches,
  saved: SavedStorage,
): Promise<ScreenDelay[]> {
  const delays: ScreenDelay[] = []
  for (const visit of getVisits(launches)) {
    delays.push({ screen: visit.screen, delay: await visitOnce(browser, visit, saved) })
  }
  return delays
}

/** Names are parts of what the controls say. */
function getVisits(launches: Launches): TappedScreen[] {
  return [
    { screen: 'Home', url: launches.home(), taps: ['Connect wallet'] },
    {
      screen: 'settings',
      url: launches.home(),
      taps: ['Settings', 'English', 'Русский', 'English'],
    },
    { screen: 'chooser', url: launches.chooser(), taps: ['Wallet in Telegram'] },
    { screen: 'Home with wallets', url: launches.returning(), taps: [WALLET_NAME] },
    {
      screen: 'wallet',
      url: launches.returning(),
      taps: [WALLET_NAME, 'Verify again', 'Wallet in Telegram'],
    },
    {
      screen: 'request',
      url: launches.answering(),
      taps: ['Connect another', 'Wallet in Telegram'],
    },
    { screen: 'card', url: launches.card(), taps: ['Copy'] },
  ]
}

function visitOnce(browser: Browser, visit: TappedScreen, saved: SavedStorage): Promise<number> {
  return onPhone(browser, { saved, isSlow: true, hasTouch: true }, async (page) => {
    await page.addInitScript(watchEvents)
    // Until React has drawn the wallets, a remembered Home is only a picture.
    await page.goto(visit.url, { waitUntil: 'networkidle' })
    for (const name of visit.taps) await tap(page, name)
    return Number(await page.evaluate('window.slowestEvent'))
  })
}

/** What can be tapped: an open sheet covers the page. */
const TAPPABLE = 'dialog[open], body:not(:has(dialog[open]))'

/** Taps it as soon as it is there, and waits until the time to the frame after it is known. */
async function tap(page: Page, name: string): Promise<void> {
  const controls = page.locator(TAPPABLE).locator('button, a, label')
  await controls.filter({ hasText: name }).first().tap()
  await page.waitForTimeout(SETTLING_MS)
}

/** Notes the slowest interaction; those below 16 ms are not reported. Runs in the page, before any of its scripts. */
function watchEvents(): void {
  Object.assign(window, { slowestEvent: 0 })
  const options = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Number(Reflect.get(entry, 'interactionId')) === 0) continue
      const slowest = Math.max(Number(Reflect.get(window, 'slowestEvent')), entry.duration)
      Object.assign(window, { slowestEvent: slowest })
    }
  }).observe(options)
}
