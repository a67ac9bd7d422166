import type { Page } from 'playwright-core'
import type { DemoStage } from './demo-stage.ts'
import type { WalkClock } from './walk-clock.ts'

/** Where a walk takes place: a world whose time can be moved. */
export type WalkPlace = { stage: DemoStage; clock: WalkClock }

/** One screen, or one state of it. */
export type WalkScreen = {
  name: string
  /** What a reader of the gallery is told. */
  title: string
  /** From the screen before it in the list. Gives back its tab, where the screen is not in the Mini App. */
  reach: (place: WalkPlace) => Promise<Page | void>
  /** Puts the world in order for the next one. */
  leave?: (place: WalkPlace) => Promise<void>
}
