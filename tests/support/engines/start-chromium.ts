import { chromium, type ElementHandle, type Frame } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { ONE_PROCESS, QUIET } from '../browser.ts'
import { type Engine, pressableScript, type EngineView, WINDOW } from './engine.ts'

/**
 * Starts a Chromium of any age. Playwright's locators call what an old one does not have (`checkVisibility`), so the walk looks for
 * itself what to press.
 */
export async function startChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({ executablePath, args: [...QUIET, ...ONE_PROCESS] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ viewport: WINDOW, reducedMotion: 'reduce' })

  function frameOf(view: EngineView): Frame {
    const frame = view === 'page' ? page.mainFrame() : page.frame({ name: view })
    if (frame === null) throw new Error(`no frame ${view}`)
    return frame
  }

  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    evaluate: (view, body) => frameOf(view).evaluate<unknown>(`(async () => { ${body} })()`),
    async press(view, target) {
      const script = `(async () => { ${pressableScript(target)} })()`
      const handle = await frameOf(view).evaluateHandle<Element>(script)
      const element = handle.asElement()
      const box = await element.boundingBox()
      if (box === null) throw new Error('not shown')
      const isMissed = await watchPress(element)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      if (await isMissed()) throw new Error('it moved away from the press')
    },
    screenshot: () => page.screenshot(),
  }
}

/** The page may still scroll between the look and the press. A page that the press has left cannot say, so it was pressed. */
async function watchPress(element: ElementHandle<Element>): Promise<() => Promise<boolean>> {
  const pressed = await element.evaluateHandle((target) => {
    const seen = { isPressed: false }
    target.addEventListener('pointerdown', () => (seen.isPressed = true), { once: true })
    return seen
  })
  return async () => !(await pressed.evaluate(({ isPressed }) => isPressed).catch(() => true))
}
