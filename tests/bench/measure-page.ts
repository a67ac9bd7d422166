import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import * as v from 'valibot'
import { installHostProxy, installProbe } from './host-proxy.ts'

const CPU_SLOW_DOWN = 4
const ROUND_TRIP_MS = 150
const BYTES_PER_SECOND = 200_000
/** Nothing asked of the network for so long counts as idle. */
const IDLE_MS = 1_000

const ProbeSchema = v.object({
  paint: v.number(),
  usable: v.number(),
  chooser: v.number(),
  shift: v.number(),
  longTasks: v.number(),
})

/** One cold start: times in ms since navigation, bytes of all scripts that came until idle. */
export type Measurement = v.InferOutput<typeof ProbeSchema> & {
  scriptBrotli: number
  scriptGzip: number
}

type Subject = { url: string; tap: boolean; chooser: string }

/** Opens the page once, cold, on a slowed-down machine and line. */
export async function measurePage(
  browser: Browser,
  { url, tap, chooser }: Subject,
): Promise<Measurement> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(installHostProxy)
    await page.addInitScript(installProbe, { tap, chooser })
    await slowDown(page)
    const scripts = collectScripts(page)
    await page.goto(url)
    await page.waitForFunction(
      (wantsChooser) => {
        const probe: unknown = Reflect.get(window, 'probe')
        const key = wantsChooser ? 'chooser' : 'usable'
        return typeof probe === 'object' && probe !== null && Reflect.get(probe, key) > 0
      },
      tap,
      { timeout: 30_000 },
    )
    await untilIdle(page)
    const probe: unknown = await page.evaluate(() => Reflect.get(window, 'probe'))
    return { ...v.parse(ProbeSchema, probe), ...(await sizes(scripts)) }
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN })
}

function collectScripts(page: Page): Promise<Buffer>[] {
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  return scripts
}

/** Compressed here at the level at which the build does it, so that both targets are counted alike. */
async function sizes(scripts: Promise<Buffer>[]) {
  const bodies = await Promise.all(scripts)
  const sum = (compress: (body: Buffer) => Buffer) =>
    bodies.reduce((total, body) => total + compress(body).length, 0)
  return {
    scriptBrotli: sum((body) => brotliCompressSync(body)),
    scriptGzip: sum((body) => gzipSync(body, { level: 9 })),
  }
}

async function untilIdle(page: Page): Promise<void> {
  let lastAt = Date.now()
  page.on('request', () => (lastAt = Date.now()))
  while (Date.now() - lastAt < IDLE_MS) {
    await page.waitForEvent('request', { timeout: IDLE_MS }).catch(() => undefined)
  }
}
