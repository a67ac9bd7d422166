import axe from 'axe-core'
import type { Frame } from 'playwright-core'

type Axe = typeof axe

declare global {
  // oxlint-disable-next-line no-var
  var axe: Axe
}

/** The axe rules that a screen must pass. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One rule that a screen breaks, with the elements that break it. */
export type AxeFault = { rule: string; detail: string }

/** Runs axe-core on the current content of a frame. The script is injected into the page that it checks. */
export async function findAxeFaults(frame: Frame): Promise<AxeFault[]> {
  await frame.evaluate(`globalThis.axe ?? (() => { ${axe.source} })()`)
  return frame.evaluate(run, TAGS)
}

/**
 * Runs in the page. At its end nothing lies behind a button that stays in view; whatever does so before can be scrolled
 * from there.
 */
async function run(tags: string[]): Promise<AxeFault[]> {
  const { scrollX, scrollY } = window
  window.scrollTo(0, document.documentElement.scrollHeight)
  const { violations } = await globalThis.axe.run(document, {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
    iframes: false,
    // Only a rule about device orientation reads the style sheets, and it is not among these.
    preload: false,
  })
  window.scrollTo(scrollX, scrollY)
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    detail: `${help}: ${nodes
      .slice(0, 4)
      .map(({ html, failureSummary = '' }) => {
        const [, reason = ''] = failureSummary.split('\n')
        return `${html.slice(0, 160)} (${reason.trim()})`
      })
      .join('; ')}`,
  }))
}
