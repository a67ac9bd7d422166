import { inject } from 'vitest'
import { findAxeFaults } from './axe-faults.ts'
import { launchBrowser } from './browser.ts'
import { openStage } from './demo-stage.ts'
import { findLayoutFaults, type LayoutFault } from './layout-faults.ts'
import { createWalkClock } from './walk-clock.ts'
import { changeLook, nameOfLook, PLAIN_LOOK } from './walk-look.ts'
import { LOOKS, TAB_LOOKS } from './walk-looks.ts'
import type { WalkScreen } from './walk-screen.ts'
import { SCREENS_IN_APP, SCREENS_IN_BROWSER } from './walk-screens.ts'
import { type VisitedScreen, walk } from './walk.ts'

/** What is wrong with a screen in one look: a text for whoever reads a failed test. */
export type Finding = { kind: LayoutFault['kind'] | 'axe'; text: string }

export type Findings = {
  /** Names of the screens that were visited. */
  screens: readonly string[]
  findings: readonly Finding[]
}

/** How long a walk may take on a slow machine, in milliseconds. */
export const WALK_PATIENCE_MS = 400_000

let walked: Promise<Findings> | null = null

/** Goes through all screens once, for all test files that want to know. */
export function findingsOfWalk(): Promise<Findings> {
  walked ??= walkEverywhere()
  return walked
}

async function walkEverywhere(): Promise<Findings> {
  const found: Finding[] = []
  const visited: string[] = []
  const visit = async (screen: VisitedScreen) => {
    visited.push(screen.name)
    found.push(...(await judge(screen)))
  }
  await walkIn('in-app', { screens: SCREENS_IN_APP, visit })
  await walkIn('browser', { screens: SCREENS_IN_BROWSER, visit })
  return { screens: visited, findings: found }
}

type Way = {
  screens: readonly WalkScreen[]
  visit: (screen: VisitedScreen) => Promise<void>
  /** Runs in every page before its own scripts. */
  script?: string
}

/** Walks in a world of its own. */
export async function walkIn(evm: 'in-app' | 'browser', way: Way): Promise<void> {
  const clock = createWalkClock()
  const browser = await launchBrowser()
  const build = inject('demoBuild')
  try {
    const stage = await openStage({ browser, build, bot: 'clasp', evm, now: clock.now })
    await clock.install(stage)
    if (way.script !== undefined) await stage.context.addInitScript(way.script)
    await stage.host.reload()
    await walk({ stage, clock, ...way })
    await stage.close()
  } finally {
    await browser.close()
  }
}

/** Looks at a screen in every way, and leaves it in the plain look. */
async function judge({ name, place, holder }: VisitedScreen): Promise<Finding[]> {
  const found: Finding[] = []
  let shown = PLAIN_LOOK
  await holder.setSize(PLAIN_LOOK.size)
  for (const { look, isAxed = false, rules } of place === 'tab' ? TAB_LOOKS : LOOKS) {
    await changeLook(holder, shown, look)
    shown = look
    const where = `${name}, ${nameOfLook(look)}`
    for (const { kind, detail } of await findLayoutFaults(holder.frame, rules)) {
      found.push({ kind, text: `${where}: ${detail}` })
    }
    if (!isAxed) continue
    for (const { rule, detail } of await findAxeFaults(holder.frame)) {
      found.push({ kind: 'axe', text: `${where}: ${rule}: ${detail}` })
    }
  }
  await changeLook(holder, shown, PLAIN_LOOK)
  return found
}
