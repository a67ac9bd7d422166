import type { BrowserContext, Frame } from 'playwright-core'
import type { DemoStage } from './demo-stage.ts'

/** The clock of a world and its pages. */
export type WalkClock = {
  /** The servers' clock: Unix time in milliseconds. */
  now: () => number
  /** Controls the clocks of all pages that a stage opens from now on. */
  install(stage: DemoStage): Promise<void>
  /** Moves the clocks of the server and of every page forward immediately. */
  skip(ms: number): Promise<void>
  /** Stops the clock of a page while the page is checked. */
  hold(frame: Frame): Promise<void>
  /** Moves the stopped clock of a page forward. */
  age(frame: Frame, ms: number): Promise<void>
  go(frame: Frame): Promise<void>
}

/** Runs before any script of a page and replaces `Date.now`, which all of them read. */
const OWN_CLOCK = `(() => {
  const real = Date.now
  const clock = { ahead: 0, held: null }
  Date.now = () => (clock.held ?? real()) + clock.ahead
  globalThis.walkClock = {
    hold() { clock.held = real() },
    go() { clock.held = null },
    skip(ms) { clock.ahead += ms },
  }
})()`

export function createWalkClock(): WalkClock {
  let ahead = 0
  let context: BrowserContext | null = null
  return {
    now: () => Date.now() + ahead,
    async install(stage) {
      context = stage.context
      await context.addInitScript(OWN_CLOCK)
    },
    async skip(ms) {
      ahead += ms
      const script = `globalThis.walkClock.skip(${ms})`
      await context?.addInitScript(script)
      const frames = (context?.pages() ?? []).flatMap((page) => page.frames())
      await Promise.all(frames.map((frame) => frame.evaluate(script)))
    },
    hold: (frame) => frame.evaluate('globalThis.walkClock.hold()'),
    age: (frame, ms) => frame.evaluate(`globalThis.walkClock.skip(${ms})`),
    go: (frame) => frame.evaluate('globalThis.walkClock.go()'),
  }
}
