import type { BrowserContext } from 'playwright-core'

/** Runs before the scripts of every page and frame. A script cannot make an event that the browser trusts. */
const REPORT_TAPS = `addEventListener('click', (event) => {
  if (!event.isTrusted) return
  const pressed = event.target.closest('button, a, label') ?? event.target
  const words = pressed.innerText.split('\\n').find((line) => line.length > 1)
  noteTap(pressed.dataset.testid ?? words ?? pressed.nodeName)
}, true)`

/** The test id, or the first words, of everything that is pressed in a browser, in any page or frame. */
export async function recordTaps(context: BrowserContext): Promise<() => readonly string[]> {
  const taps: string[] = []
  await context.exposeBinding('noteTap', (_, name: string) => void taps.push(name))
  await context.addInitScript(REPORT_TAPS)
  return () => taps
}
