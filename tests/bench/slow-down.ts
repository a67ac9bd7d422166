import type { Page } from 'playwright-core'

const CPU_SLOW_DOWN = 4
const ROUND_TRIP_MS = 150
const BYTES_PER_SECOND = 200_000

/** A mid-range phone on a poor line. A new browser context has nothing in its cache. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN })
}
