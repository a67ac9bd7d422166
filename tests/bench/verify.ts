import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { buildVerifierPage } from '#build/verifier-page.ts'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { makeProofVectors } from '#tests/support/proof-vectors.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench:verify`: the page that checks a proof, from a disk, in Chromium at a quarter of the machine's speed and
 * at all of it: how long until it can be read, and until it has judged a proof, the first one and the median of those
 * after it. Bounded: about a minute.
 */
const SLOW_DOWNS = [1, 4]
const ROUNDS = 20
const FORMS = [
  'ton-proof-v4r2',
  'ton-text-v4r2',
  'evm-message-key',
  'safe-two-of-three',
  'quorum-ton',
]

const Measured = v.object({ readable: v.number(), times: v.array(v.number()) })

const html = await buildVerifierPage()
const vectors = await makeProofVectors()
const folder = await mkdtemp(join(tmpdir(), 'clasp-verify-'))
const file = join(folder, 'verify.html')
await writeFile(file, html)
const floorFile = join(folder, 'floor.html')
await writeFile(floorFile, '<!doctype html><title>Floor</title><p>Two words')
const browser = await launchBrowser()
try {
  console.log(`the page: ${Math.round(html.length / 1_000)} kB`)
  for (const rate of SLOW_DOWNS) {
    console.log(
      `at 1/${rate}: a page of two words is readable after ${ms(await measureFloor(rate))}`,
    )
    for (const name of FORMS) {
      const document = vectors.find((vector) => vector.name === name)?.document ?? ''
      const { readable, times } = await measure(document, rate)
      const [first, ...others] = times
      console.log(
        `at 1/${rate}: readable ${ms(readable)}; ${name.padEnd(18)} first ${ms(first)}, then ${ms(median(others))}`,
      )
    }
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true })
}

function ms(value = Number.NaN): string {
  return `${value.toFixed(1)} ms`
}

/** Milliseconds until the words of a page without a script are painted: what no page can go below. */
async function measureFloor(rate: number): Promise<number> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(pathToFileURL(floorFile).href)
  await waitForPaint(page)
  const startTime: unknown = await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  )
  await page.close()
  return v.parse(v.number(), startTime)
}

async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`)
}

/** Milliseconds until the page's words are painted, and of each verification, once the page has been idle. */
async function measure(document: string, rate: number): Promise<v.InferOutput<typeof Measured>> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(pathToFileURL(file).href)
  await waitForPaint(page)
  // After the page's own callback, which makes the verifier ready.
  await page.evaluate(`new Promise((resolve) => requestIdleCallback(resolve))`)
  const measured = await page.evaluate(
    `(async () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const [text, answer] = ['#text', '#answer'].map((one) => document.querySelector(one))
      const times = []
      for (let round = 0; round < ${ROUNDS}; round += 1) {
        const start = performance.now()
        text.value = ${JSON.stringify(document)}
        const shown = new Promise((resolve) =>
          new MutationObserver(resolve).observe(answer, { childList: true }))
        text.dispatchEvent(new Event('input'))
        await shown
        times.push(performance.now() - start)
        if (!['proven', 'open'].includes(answer.className)) throw new Error('not verified')
      }
      return { readable: paint.startTime, times }
    })()`,
  )
  await page.close()
  return v.parse(Measured, measured)
}
