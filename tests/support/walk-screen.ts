import type { Page } from 'playwright-core'
import type { DemoStage } from './demo-stage.ts'
import type { WalkClock } from './walk-clock.ts'

/** The place of a walk: a world with a controlled clock. */
export type WalkPlace = { stage: DemoStage; clock: WalkClock }

/** One screen, or one state of it. */
export type WalkScreen = {
  name: string
  /** The caption in the gallery. */
  title: string
  /** Goes there from the screen before it in the list. Returns its tab if the screen is not in the Mini App. */
  reach: (place: WalkPlace) => Promise<Page | void>
  /** Prepares the world for the next screen. */
  leave?: (place: WalkPlace) => Promise<void>
}
