import fc from 'fast-check'
import * as acts from './acts.ts'
import * as cosigning from './cosigning-acts.ts'
import { createHistory, type History, type Planned } from './history.ts'
import { mayMeet } from './may-meet.ts'
import { orBefore } from './or-before.ts'
import { requireEnd } from './require-end.ts'
import { openWorld, type ModelStage } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Weighted = [act: acts.ModelAct, weight: number][]

/** How often each act comes, among all. */
const ACTS: Weighted = [
  [acts.openApp, 4],
  [acts.start, 9],
  [acts.report, 2],
  [acts.cancel, 1],
  [acts.proveTon, 10],
  [acts.signText, 4],
  [acts.fixAccount, 4],
  [acts.signEvm, 5],
  [acts.answerConsent, 5],
  [acts.unlink, 3],
  [acts.deleteAll, 1],
  [acts.readMe, 2],
  [acts.changeChain, 1],
  [acts.hostUnlinks, 1],
  [acts.makeRequest, 1],
  [acts.makeOnce, 2],
  [acts.closeRequest, 1],
  [acts.extendRequest, 1],
  [acts.answer, 4],
  [acts.withdraw, 1],
  [acts.share, 2],
  [acts.revoke, 1],
  [acts.seeCard, 1],
  [acts.tapInChat, 4],
  [acts.deliver, 8],
  [acts.listInChat, 1],
  [acts.unlinkInChat, 5],
  [acts.undoInChat, 8],
]

/** How often each act comes where owners of a multisig confirm, beside the others. */
const COSIGNING: Weighted = [
  [cosigning.lookUp, 1],
  [cosigning.start, 10],
  [cosigning.confirm, 60],
  [cosigning.startConfirming, 6],
  [cosigning.withdraw, 6],
  [cosigning.cancel, 4],
  [cosigning.see, 8],
  [cosigning.changeOwners, 10],
]

const server = fc.nat({ max: 1 })
const pick = fc.record({
  account: fc.nat({ max: 2 }),
  thing: fc.nat({ max: 5 }),
  key: fc.nat({ max: 5 }),
  way: fc.nat({ max: 39 }),
})

const planFrom = (list: Weighted): fc.Arbitrary<Planned> =>
  fc.record({
    act: fc.oneof(...list.map(([act, weight]) => ({ arbitrary: fc.constant(act), weight }))),
    pick,
    at: server,
  })

/** A command; the history says what it did. */
class Command implements fc.AsyncCommand<History, History> {
  readonly check: (history: Readonly<History>) => boolean
  private readonly act: (history: History) => Promise<string>
  constructor(act: Command['act'], canRun: (history: History) => boolean = () => true) {
    this.act = act
    this.check = canRun
  }
  async run(history: History): Promise<void> {
    history.counts.steps += 1
    try {
      history.lines.push(await this.act(history))
    } catch (error) {
      history.lines.push(`${history.doing()}: THIS FAILS`)
      throw error
    }
  }
  toString(): string {
    return ''
  }
}

/** A history that leads where the rules do not say, with all that happened. */
class HistoryError extends Error {
  override name = 'HistoryError'
}

const listCommands = (planned: fc.Arbitrary<Planned>): [fc.Arbitrary<Command>, number][] => [
  [
    planned.map((one) => {
      const linking = { ...one, act: acts.linkTon }
      return new Command(
        (history) => history.do(linking),
        (history) => history.canDo(linking),
      )
    }),
    6,
  ],
  [
    planned.map((one) => {
      const led = { ...one, act: orBefore(one.act) }
      return new Command(
        (history) => history.do(led),
        (history) => history.canDo(led),
      )
    }),
    20,
  ],
  [
    fc
      .tuple(
        planned,
        planned,
        fc.boolean(),
        fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 6 }),
      )
      .map(([one, free, isTwice, turns]) => {
        const other = isTwice ? { ...one, at: free.at } : free
        return new Command(
          (history) => history.doBoth(one, other, turns),
          (history) => history.canDo(one) && history.canDo(other) && mayMeet(one, other),
        )
      }),
    6,
  ],
  [
    fc.tuple(planned, fc.integer({ min: 1, max: 16 })).map(
      ([one, count]) =>
        new Command(
          (history) => history.crash(one, count).then(({ text }) => text),
          (history) => history.canDo(one),
        ),
    ),
    3,
  ],
  [
    fc
      .constantFrom(
        MINUTE,
        MINUTE,
        4 * MINUTE,
        4 * MINUTE,
        9 * MINUTE,
        HOUR,
        5 * HOUR,
        23 * HOUR,
        25 * HOUR,
      )
      .map((ms) => new Command((history) => history.wait(ms))),
    2,
  ],
  [
    fc
      .constantFrom(20_000, 3 * MINUTE, 2 * HOUR)
      .map((ms) => new Command((history) => history.stepBack(ms))),
    1,
  ],
  [server.map((at) => new Command((history) => history.sweep(at))), 1],
  [
    fc
      .tuple(server, fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }))
      .map(([at, crashAt]) => new Command((history) => history.notify(at, crashAt))),
    3,
  ],
  [
    fc
      .constantFrom(204, 500, 503)
      .map((status) => new Command((history) => history.answerDeliveries(status))),
    1,
  ],
  [server.map((at) => new Command((history) => history.pollEvents(at))), 1],
]

const weigh = (list: readonly [fc.Arbitrary<Command>, number][]) =>
  list.flatMap(([arbitrary, weight]) => Array.from({ length: weight }, () => arbitrary))

const MEMBERS = weigh(listCommands(planFrom(ACTS)))
const OWNERS = weigh([
  ...listCommands(planFrom([...ACTS, ...COSIGNING])),
  [server.map((at) => new Command((history) => history.watch(at))), 3],
])

export type Counts = { histories: number; steps: number; simulatedMs: number }

const MAX_COMMANDS = 110

/** What histories are made of: the acts of members alone, or also those of a multisig's owners. */
const KINDS = { members: MEMBERS, owners: OWNERS } as const

export type OrderKind = keyof typeof KINDS

type OrderSearch = {
  /** @default both, as chance has it */
  kinds?: readonly OrderKind[]
  /** Of the failure to replay. */
  replayPath?: string | undefined
}

/** Every order of events that the generator finds leads where the rules say. `counts` counts along. */
export function ordersProperty(
  stage: ModelStage,
  counts: Counts,
  { kinds = ['members', 'owners'], replayPath }: OrderSearch = {},
) {
  const replay = replayPath === undefined ? {} : { replayPath }
  const settings = { maxCommands: MAX_COMMANDS, size: 'max', ...replay } as const
  const commands = kinds.map((kind) => fc.commands(KINDS[kind], settings))
  return fc.asyncProperty(fc.oneof(...commands), async (list) => {
    const world = await openWorld(stage)
    const history = createHistory(world)
    try {
      await fc.asyncModelRun(() => ({ model: history, real: history }), list)
      await requireEnd(history)
      counts.histories += 1
      counts.steps += history.counts.steps
      counts.simulatedMs += history.counts.waitedMs
    } catch (error) {
      for (const at of [0, 1]) await stage.restart(at)
      const why = error instanceof Error ? error.stack : String(error)
      throw new HistoryError(['', ...history.lines, why].join('\n'), { cause: error })
    } finally {
      world.close()
    }
  })
}
