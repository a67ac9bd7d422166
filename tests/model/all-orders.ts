import * as acts from './acts.ts'
import { createHistory, type History, type Planned, type Saved } from './history.ts'
import { type Model, stateOf } from './model.ts'
import { openWorld, type ModelStage } from './world.ts'

const [ACCOUNTS, KEYS, ATTEMPTS] = [[0, 1], [0, 1], 3] as const
const THINGS = [0, 1, 2] as const
const WAITS_MS = [6 * 60_000, 25 * 60 * 60_000] as const

/** `edges`: steps from a state to a next one; `crashes`: steps that ended in a crash, at each await of an act once. */
export type SearchedOrders = { states: number; edges: number; crashes: number }

/**
 * Every order of opening the app, starting, proving, answering, unlinking, deleting and of time that passes, for two
 * accounts, two TON wallets and three attempts. Each step is judged by the rules, and so is each with a crash in it.
 * States that differ in nothing but times, ids and past events count as one.
 *
 * @param withCrashes whether each step is tried with a crash at each of its awaits, too
 */
export async function searchAll(
  stage: ModelStage,
  { withCrashes, report }: { withCrashes: boolean; report: (searched: SearchedOrders) => void },
): Promise<SearchedOrders> {
  const world = await openWorld(stage)
  const history = createHistory(world)
  const found = new Map<string, Saved>([[keyOf(history.model), await history.save()]])
  const searched: SearchedOrders = { states: 0, edges: 0, crashes: 0 }

  async function note(): Promise<void> {
    const key = keyOf(history.model)
    if (!found.has(key)) found.set(key, await history.save())
  }

  async function go(saved: Saved, step: () => Promise<unknown>): Promise<void> {
    await history.load(saved)
    await step()
    searched.edges += 1
    await note()
  }

  async function goOn(saved: Saved): Promise<void> {
    for (const ms of WAITS_MS) await go(saved, () => history.wait(ms))
    for (const planned of listActs(history, saved)) {
      await go(saved, () => history.do(planned))
      if (withCrashes) await crashEverywhere(saved, planned)
    }
  }

  /** With a crash at each await of the act, until it has no more. */
  async function crashEverywhere(saved: Saved, planned: Planned): Promise<void> {
    for (let count = 1; ; count += 1) {
      await history.load(saved)
      const { isCrashed } = await history.crash(planned, count)
      await note()
      if (!isCrashed) return
      searched.crashes += 1
    }
  }

  try {
    for (const saved of found.values()) {
      searched.states += 1
      if (searched.states % 100 === 0) report(searched)
      await goOn(saved)
    }
    return searched
  } finally {
    world.close()
  }
}

/** Each act once, through either server by turns. */
function listActs(history: History, saved: Saved): Planned[] {
  history.setModel(saved.model)
  const isRoom = saved.model.attempts.length + goneAttempts(saved.model) < ATTEMPTS
  const listed = new Map<string, Planned>()
  for (const { act, ...pick } of isRoom ? [...PICKS, ...STARTS] : PICKS) {
    const planned = { act, pick, at: listed.size % 2 }
    const text = history.aim(planned)?.text
    if (text !== undefined && !listed.has(text)) listed.set(text, planned)
  }
  return [...listed.values()]
}

/** Every act on everything. `way` 0 is a right proof, "move" or, of an attempt, EVM; 1 is "keep", or TON. */
const PICKS = [
  ...pickAll(acts.openApp, { ways: [0], keys: [0] }),
  ...pickAll(acts.proveTon, { ways: [0], keys: KEYS }),
  ...pickAll(acts.answerConsent, { ways: [0, 1, 6], keys: [0] }),
  ...pickAll(acts.unlink, { ways: [0], keys: [0] }),
  ...pickAll(acts.deleteAll, { ways: [0], keys: [0] }),
]
const STARTS = pickAll(acts.start, { ways: [1], keys: [0] })

function pickAll(
  act: acts.ModelAct,
  { ways, keys }: { ways: readonly number[]; keys: readonly number[] },
) {
  return ACCOUNTS.flatMap((account) =>
    ways.flatMap((way) =>
      keys.flatMap((key) => THINGS.map((thing) => ({ act, account, way, key, thing }))),
    ),
  )
}

/** Attempts that were deleted with their members. */
function goneAttempts({ counts, attempts }: Model): number {
  const made = Object.entries(counts)
    .filter(([kind]) => kind.endsWith('/a'))
    .map(([, count]) => count)
  return made.reduce((sum, count) => sum + count, 0) - attempts.length
}

/** What of a state its future depends on, in any order of its attempts. */
function keyOf(model: Model): string {
  const { members, sessions, wallets, attempts, now } = model
  const account = (member: string | null) => members.indexOf(member)
  return JSON.stringify([
    ACCOUNTS.map((at) => {
      const session = sessions[at]
      const isOpen = session != null && session.member === members[at] && session.until > now
      return [members[at] !== null, isOpen]
    }),
    wallets.map(({ member, key, binding }) => [account(member), key, binding].join(' ')).sort(),
    attempts
      .map((one) =>
        [
          account(one.member),
          stateOf(model, one),
          one.asks,
          one.answeredBy === null ? '' : account(one.answeredBy),
        ].join(' '),
      )
      .sort(),
    goneAttempts(model),
  ])
}
