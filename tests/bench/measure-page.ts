import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright-core'
import * as v from 'valibot'
import { installProbe, type ProbeTask } from './messenger-proxy.ts'
import { onPhone, type SavedStorage } from './on-phone.ts'

/** Nothing asked of the network for so long counts as idle. */
const IDLE_MS = 1_000

const ProbeSchema = v.object({
  paint: v.number(),
  usable: v.number(),
  answering: v.number(),
  chooser: v.number(),
  choosing: v.number(),
  words: v.number(),
  acting: v.number(),
  complete: v.number(),
  largest: v.number(),
  largestPart: v.string(),
  shift: v.number(),
  longTasks: v.number(),
})

/** One cold start: times in ms since navigation, bytes of the scripts that had come when React answered. */
export type Measurement = v.InferOutput<typeof ProbeSchema> & {
  scriptBrotli: number
  scriptGzip: number
}

export type Subject = ProbeTask & {
  url: string
  /** What the device has kept of an earlier day. */
  saved: SavedStorage
}

/** Opens the page once, cold, on a slowed-down machine and line. */
export function measurePage(
  browser: Browser,
  { url, saved, ...task }: Subject,
): Promise<Measurement> {
  return onPhone(browser, { saved, isSlow: true }, async (page) => {
    await page.addInitScript(installProbe, task)
    const scripts = collectScripts(page)
    await page.goto(url)
    await page.waitForFunction(
      (key) => Number(Reflect.get(Object(Reflect.get(window, 'probe')), key)) > 0,
      awaited(task),
    )
    await untilIdle(page)
    const seen: unknown = await page.evaluate('window.probe')
    const probe = v.parse(ProbeSchema, seen)
    const early = await scriptsBefore(page, probe.answering || probe.complete)
    return { ...probe, ...(await sizes(scripts.filter((script) => early.includes(script.url())))) }
  })
}

/** What comes last of that which the probe looks for. */
function awaited({ tap, press, words }: ProbeTask): keyof Measurement {
  if (tap || press) return 'choosing'
  return words === null ? 'answering' : 'words'
}

function collectScripts(page: Page): Response[] {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return scripts
}

/** Addresses of everything that had arrived by then, in ms since navigation. */
function scriptsBefore(page: Page, time: number): Promise<string[]> {
  return page.evaluate(
    (by) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime + entry.duration <= by)
        .map(({ name }) => name),
    time,
  )
}

/** Compressed here at the level at which the build does it, so that both targets are counted alike. */
async function sizes(scripts: Response[]) {
  const bodies = await Promise.all(scripts.map((script) => script.body()))
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
