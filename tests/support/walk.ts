import { describePages } from './describe-pages.ts'
import { miniAppHolder, tabHolder, type Holder } from './walk-look.ts'
import type { WalkPlace, WalkScreen } from './walk-screen.ts'

/** A shown screen in the plain look, with its clock stopped. */
export type VisitedScreen = Pick<WalkScreen, 'name' | 'title'> & {
  place: 'mini-app' | 'tab'
  holder: Holder
}

type Walk = WalkPlace & {
  screens: readonly WalkScreen[]
  /** Checks a screen and leaves it in the plain look. */
  visit: (screen: VisitedScreen) => Promise<void>
}

/** Reaches each screen once, in the order of the list. */
export async function walk({ screens, visit, ...place }: Walk): Promise<void> {
  for (const screen of screens) {
    try {
      await seeOne(screen, place, visit)
    } catch (cause) {
      const shown = await describePages(place.stage)
      throw new Error(`the walk ended at “${screen.name}”, where there is: ${shown}`, { cause })
    }
  }
}

async function seeOne(
  { name, title, reach, leave }: WalkScreen,
  place: WalkPlace,
  visit: Walk['visit'],
): Promise<void> {
  const { stage, clock } = place
  const tab = await reach(place)
  const holder = tab ? tabHolder(tab) : miniAppHolder(stage.messenger)
  // Browsers draw a page behind another one about once a second.
  await holder.frame.page().bringToFront()
  await clock.hold(holder.frame)
  await visit({ name, title, place: tab ? 'tab' : 'mini-app', holder })
  await clock.go(holder.frame)
  await leave?.(place)
  await stage.messenger.bringToFront()
}
