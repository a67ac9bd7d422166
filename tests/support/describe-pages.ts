import type { Page } from 'playwright-core'
import { readPresses } from './press-log.ts'

/** What the frames of a page show and which input they received, to explain a failed test. */
export async function describePages({ messenger }: { messenger: Page }): Promise<string> {
  const pages = messenger.frames().map(async (frame) => {
    const text = await frame.evaluate(() => document.body.innerText)
    return `${text.replaceAll(/\s+/gu, ' ').slice(-600)} (input: ${await readPresses(frame)})`
  })
  const texts = await Promise.all(pages.map((page) => page.catch(() => 'nothing')))
  return texts.join(' | ')
}
