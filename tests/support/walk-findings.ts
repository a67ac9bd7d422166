import { inject } from 'vitest'
import { findAxeFaults } from './axe-faults.ts'
import { launchBrowser, ONE_PROCESS } from './browser.ts'
import { openStage } from './demo-stage.ts'
import { findLayoutFaults, type LayoutFault } from './layout-faults.ts'
import { createWalkClock } from './walk-clock.ts'
import { changeLook, nameOfLook, PLAIN_LOOK } from './walk-look.ts'
import type { LooksOf } from './walk-looks.ts'
import type { WalkScreen } from './walk-screen.ts'
import { BROWSER_SCREENS } from './walk-browser.ts'
import { DOOR_SCREENS } from './walk-doors.ts'
import { EVM_SCREENS } from './walk-evm.ts'
import { MULTISIG_SCREENS } from './walk-multisigs.ts'
import { REQUEST_SCREENS } from './walk-requests.ts'
import { WALLET_SCREENS } from './walk-wallets.ts'
import { type VisitedScreen, walk } from './walk.ts'

/** A fault of a screen in one look, as a text for the reader of a failed test. */
export type LayoutFinding = { kind: LayoutFault['kind'] | 'axe'; text: string }

/** How long a walk may take on a slow machine, in milliseconds. */
export const WALK_TIMEOUT_MS = 900_000

type WalkWay = { evm: 'in-app' | 'browser'; screens: readonly WalkScreen[] }

/** All screens, each way in a separate world. */
export const WAYS = {
  wallets: { evm: 'in-app', screens: WALLET_SCREENS },
  requests: { evm: 'in-app', screens: [...REQUEST_SCREENS, ...DOOR_SCREENS] },
  evm: { evm: 'in-app', screens: EVM_SCREENS },
  multisigs: { evm: 'in-app', screens: MULTISIG_SCREENS },
  browser: { evm: 'browser', screens: BROWSER_SCREENS },
} as const satisfies Record<string, WalkWay>

/** Goes through the screens of a way. */
export async function findOnWalk(
  way: keyof typeof WAYS,
  looks: LooksOf,
): Promise<readonly LayoutFinding[]> {
  const found: LayoutFinding[] = []
  await walkIn(WAYS[way], {
    visit: async (screen) => void found.push(...(await judge(screen, looks))),
  })
  return found
}

type WalkVisit = {
  visit: (screen: VisitedScreen) => Promise<void>
  /** Runs in every page before its own scripts. */
  script?: string
}

/** Walks in a separate world. */
export async function walkIn(
  { evm, screens }: WalkWay,
  { visit, script }: WalkVisit,
): Promise<void> {
  const clock = createWalkClock()
  const browser = await launchBrowser(ONE_PROCESS)
  const build = inject('demoBuild')
  try {
    const stage = await openStage({ browser, build, bot: 'clasp', evm, now: clock.now })
    await clock.install(stage)
    if (script !== undefined) await stage.context.addInitScript(script)
    await stage.messenger.reload()
    await walk({ stage, clock, screens, visit })
    await stage.close()
  } finally {
    await browser.close()
  }
}

/** Checks a screen in every look and leaves it in the plain look. */
async function judge(
  { name, place, holder }: VisitedScreen,
  looks: LooksOf,
): Promise<LayoutFinding[]> {
  const found: LayoutFinding[] = []
  let shown = PLAIN_LOOK
  await holder.setSize(PLAIN_LOOK.size)
  for (const { look, isAxed = false, rules } of looks[place]) {
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
  await holder.resetSize()
  return found
}
