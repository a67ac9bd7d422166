/** What is looked for in a page: the innermost shown elements that fit a selector and have a text or label. */
export type EngineTarget = {
  css: string
  /** A part of the element's text or label. */
  text?: string
}

/** The page itself, or the frame of this name in it. */
export type EngineView = 'page' | 'mini-app' | 'wallet'

/** A browser that plays a walk until the test ends. Each command fails at once where it cannot be done; the walk waits and asks again. */
export type Engine = {
  /** As it calls itself, such as `firefox 153.7.0`. */
  version: string
  open(url: string): Promise<void>
  /**
   * Runs the body of an async function.
   *
   * @returns what it returns, as JSON
   * @throws Error where it throws
   */
  evaluate(view: EngineView, body: string): Promise<unknown>
  /** Presses the first such element, as a member does with a finger or a pointer. */
  press(view: EngineView, target: EngineTarget): Promise<void>
  /** A PNG of what is shown. */
  screenshot(): Promise<Buffer>
}

/** Size of the window in CSS pixels, with its bars: the demo's phone fits into it. */
export const WINDOW = { width: 1280, height: 1020 }

/** A text of any element. */
export const text = (part: string): EngineTarget => ({ css: 'body *', text: part })
export const testId = (id: string): EngineTarget => ({ css: `[data-testid="${id}"]` })
export const button = (name: string): EngineTarget => ({
  css: 'button, a, [role=button]',
  text: name,
})

/** Defines `find(target)`: all elements that fit, in their order. In a syntax that every engine of the walk reads. */
const FIND = `
  const nameOf = (element) =>
    ((element.getAttribute('aria-label') || '') + ' ' + (element.textContent || '')).replace(/\\s+/g, ' ')
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  const find = ({ css, text }) => {
    const fitting = [...document.querySelectorAll(css)].filter(
      (element) => isShown(element) && (text === undefined || nameOf(element).includes(text)))
    return fitting.filter((element) => !fitting.some((other) => other !== element && element.contains(other)))
  }`

/** The body of a function that returns how many elements fit. */
export function countScript(target: EngineTarget): string {
  return `${FIND}; return find(${JSON.stringify(target)}).length`
}

/**
 * The body of an async function that returns the first element, scrolled to where a press would hit it.
 * It throws where there is none, where something covers it, and while it moves.
 */
export function pressableScript(target: EngineTarget): string {
  return `${FIND}
    const [first] = find(${JSON.stringify(target)})
    if (!first) throw new Error('not shown')
    if (first.disabled) throw new Error('disabled')
    const placeOf = () => {
      const { left, top, width, height } = first.getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    }
    const isHit = () => {
      const hit = document.elementFromPoint(...placeOf())
      return hit !== null && (first.contains(hit) || hit.contains(first))
    }
    first.scrollIntoView({ block: 'center' })
    const before = String(placeOf())
    for (const frame of [1, 2]) await new Promise(requestAnimationFrame)
    if (String(placeOf()) !== before) throw new Error('moving')
    if (!isHit()) throw new Error('covered')
    return first`
}

/** The body of an async function that returns where a press would hit: from the left and upper edge of the view, in CSS pixels. */
export function placeScript(target: EngineTarget): string {
  return `const element = await (async () => { ${pressableScript(target)} })()
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2]`
}

/**
 * The body of a function that scrolls the page, which may be higher than its window, to such a place in a frame. It throws where
 * something of the page covers it.
 */
export function uncoverScript(view: EngineView, place: unknown): string {
  return `const [x, y] = ${JSON.stringify(place)}
    const frame = document.querySelector('iframe[name="${view}"]')
    const isHit = () => {
      const { left, top } = frame.getBoundingClientRect()
      return document.elementFromPoint(left + x, top + y) === frame
    }
    if (isHit()) return
    scrollBy({ top: frame.getBoundingClientRect().top + y - innerHeight / 2, behavior: 'instant' })
    if (!isHit()) throw new Error('covered by the page')`
}
