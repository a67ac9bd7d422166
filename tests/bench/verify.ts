import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { buildVerifierPage } from '#build/verifier-page.ts'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { findVector, makeProofVectors } from '#tests/support/proof-vectors.ts'
import { makeFolder } from './dialects.ts'
import { slowDownThread } from './on-phone.ts'
import { median, ms } from './statistics.ts'
import { after, undoing } from './undoing.ts'

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

await undoing(async () => {
  const html = await buildVerifierPage()
  const vectors = await makeProofVectors()
  const folder = await makeFolder('verify')
  const save = async (name: string, text: string) => {
    const file = join(folder, name)
    await writeFile(file, text)
    return pathToFileURL(file).href
  }
  const page = await save('verify.html', html)
  const floor = await save('floor.html', '<!doctype html><title>Floor</title><p>Two words')
  const browser = await launchBrowser()
  after(() => browser.close())
  console.log(`the page: ${Math.round(html.length / 1_000)} kB`)
  for (const rate of SLOW_DOWNS) {
    const atFloor = await open(browser, { url: floor, rate }, () => Promise.resolve([]))
    console.log(`at 1/${rate}: a page of two words is readable after ${ms(atFloor.readable)}`)
    for (const name of FORMS) {
      const { document } = findVector(vectors, name)
      const { readable, times } = await open(browser, { url: page, rate }, judge(document))
      const [first = Number.NaN, ...others] = times
      console.log(
        `at 1/${rate}: readable ${ms(readable)}; ${name.padEnd(18)} first ${ms(first)}, then ${ms(median(others))}`,
      )
    }
  }
})

/** Milliseconds until the page's words are painted, below which no page can go, and what is measured there. */
async function open(
  browser: Browser,
  { url, rate }: { url: string; rate: number },
  measure: (page: Page) => Promise<number[]>,
): Promise<{ readable: number; times: number[] }> {
  const page = await browser.newPage()
  await slowDownThread(page, rate)
  await page.goto(url)
  const painted = `performance.getEntriesByName('first-contentful-paint')`
  await page.waitForFunction(`${painted}.length > 0`)
  const times = await measure(page)
  const readable = v.parse(v.number(), await page.evaluate(`${painted}[0].startTime`))
  await page.close()
  return { readable, times }
}

/** Milliseconds of each verification, once the page has been idle. */
function judge(document: string) {
  return async (page: Page): Promise<number[]> => {
    // After the page's own callback, which makes the verifier ready.
    await page.evaluate(`new Promise((resolve) => requestIdleCallback(resolve))`)
    const times: unknown = await page.evaluate(
      `(async () => {
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
        return times
      })()`,
    )
    return v.parse(v.array(v.number()), times)
  }
}
