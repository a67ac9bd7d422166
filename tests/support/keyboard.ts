import type { Frame, Locator } from 'playwright-core'
import type { DemoStage } from './demo-stage.ts'

/** More stops than any screen has. */
const MANY_STOPS = 60

/** A person who uses only a keyboard. */
export type Typist = {
  /** Moves the focus into the Mini App, in the client's focus order. */
  enter(): Promise<void>
  /** Waits for the control and presses Tab until it has the focus. Throws if the focus is not visible on the way. */
  tabTo(control: Locator): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** The element with the focus: role or tag, and name. */
  place(): Promise<string>
  /** Presses Tab until the focus has left the Mini App. Returns the places. */
  tour(): Promise<string[]>
}

export function createTypist({ messenger }: Pick<DemoStage, 'messenger'>): Typist {
  const app = (): Frame => {
    const frame = messenger.frame({ name: 'mini-app' })
    if (frame === null) throw new Error('no Mini App is open')
    return frame
  }
  const isInside = () =>
    messenger.evaluate(() => document.activeElement?.getAttribute('name') === 'mini-app')

  async function tab(): Promise<Stop> {
    await messenger.keyboard.press('Tab')
    return app().evaluate(checkFocus)
  }

  return {
    enter: () => messenger.getByTestId('mini-app').focus(),
    async tabTo(control) {
      await control.first().waitFor()
      const passed: string[] = []
      for (let stops = 0; stops < MANY_STOPS; stops += 1) {
        const stop = await tab()
        passed.push(stop.place)
        if (stop.unseen !== null)
          throw new Error(`the focus is not seen on ${stop.place}: ${stop.unseen}`)
        if (await hasFocus(control)) return
      }
      throw new Error(`Tab leads to ${passed.join(', ')}, but not to ${String(control)}`)
    },
    press: (key) => messenger.keyboard.press(key),
    type: (text) => messenger.keyboard.type(text),
    place: async () => (await app().evaluate(checkFocus)).place,
    async tour() {
      const places: string[] = []
      while (places.length < MANY_STOPS) {
        const { place } = await tab()
        if (!(await isInside())) return places
        places.push(place)
      }
      throw new Error(`the focus is caught in ${places.join(', ')}`)
    },
  }
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.first().evaluate((element) => element === document.activeElement)
}

type Stop = {
  place: string
  /** Why the focus cannot be seen; null where it can. */
  unseen: string | null
}

/** Runs in the page. */
function checkFocus(): Stop {
  const focused = document.activeElement ?? document.body
  const name = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim()
  const role = focused.getAttribute('role') ?? focused.tagName.toLowerCase()
  const place = focused === document.body ? 'nothing' : `${role} “${name.slice(0, 40)}”`
  // The ring may be drawn by the line or the field around the control.
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement]
  const hasRing = around.some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  if (focused === document.body) return { place, unseen: null }
  if (!hasRing) return { place, unseen: 'it has no ring' }
  const { top, bottom } = focused.getBoundingClientRect()
  const isInView = bottom > 0 && top < window.innerHeight
  return { place, unseen: isInView ? null : 'it is out of view' }
}
