import type { BrowserContext, Frame } from 'playwright-core'
import type { DemoStage } from './demo-stage.ts'

/** The time of a world and of the pages in front of it. */
export type WalkClock = {
  /** The servers' clock: Unix time in milliseconds. */
  now: () => number
  /** Takes over the clocks of all pages that a stage opens from here on. */
  install(stage: DemoStage): Promise<void>
  /** Lets time pass at once, for the server and for every page. */
  skip(ms: number): Promise<void>
  /** Stops the clock of a page, as long as it is looked at. */
  hold(frame: Frame): Promise<void>
  /** Lets time pass in a page whose clock stands. */
  age(frame: Frame, ms: number): Promise<void>
  go(frame: Frame): Promise<void>
}

/** Runs before any script of a page: `Date.now` of ours, which every one of them reads. */
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
