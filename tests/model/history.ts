import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import * as acts from './acts.ts'
import type { ModelAct, Aimed, ModelPart, Picks } from './acts.ts'
import { changeOwners } from './cosigning-acts.ts'
import { judge, setBack, watch, WATCHES } from './cosignings.ts'
import { requireInvariants } from './invariants.ts'
import { type Names, nameNew, readRows, type Rows, viewModel, viewRows } from './look.ts'
import { ACCOUNTS, asMember, createModel, type Model, type ModelOutcome, sweep } from './model.ts'
import { readOffers, requireTrueMessages } from './require-true-messages.ts'
import { getPerson, type ModelTables, type World } from './world.ts'

/** What passes between two steps, in milliseconds: enough for the rates of members. */
const STEP_MS = 10_000

/** Acts of others than a member in the app. */
const WITHOUT_SESSION: ReadonlySet<ModelAct> = new Set([
  acts.openApp,
  acts.changeChain,
  changeOwners,
  acts.hostUnlinks,
  acts.makeRequest,
  acts.makeOnce,
  acts.closeRequest,
  acts.extendRequest,
  ...acts.IN_CHATS,
])
/** After a clock that was set back, Postgres may have the host wait. */
const HOST_PAUSE_MS = 1_000
/** Longer than pollers hold what they look after. */
const LEASED_MS = 6 * 60_000

const EventsSchema = v.object({ data: v.array(v.object({ id: v.string() })), next: v.string() })

/** What may have happened: the state that the rules lead to, and what each act was answered. */
type Candidate = { model: Model; outcomes: readonly ModelOutcome[] }
/** An act, with the server that it goes to. */
export type Planned = { act: ModelAct; pick: Picks; at: number }

/** Whether the act reached the await at which the server crashes. */
type Crashed = { text: string; isCrashed: boolean }

export type History = ReturnType<typeof createHistory>

/** One history: what happened in the world, beside what should have. */
export function createHistory(world: World) {
  const names: Names = new Map()
  const people = new Map<string, number>()
  const seen = new Map<string, Rows['events'][number]>()
  let model = createModel(world.clock.now)
  let latest = world.clock.now
  const counts = { steps: 0, waitedMs: 0 }
  /** Ids of the events that the host has read, in the order of their positions. */
  const polled: string[] = []
  let cursor: string | null = null
  const lines: string[] = []
  let doing = ''

  async function nameMembers({ users }: Rows): Promise<void> {
    if (users.every(({ id }) => people.has(id))) return
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const found = await world.store.findUserByTelegramId(String(getPerson(account).id))
      if (found) people.set(found.id, account)
    }
  }

  /** One of the candidates has to be what the store has, and what was answered. */
  async function requireOne(
    candidates: Iterable<Candidate>,
    outcomes: readonly ModelOutcome[],
  ): Promise<Rows> {
    const rows = await readRows(world)
    await nameMembers(rows)
    const naming = { names, people, now: world.clock.now }
    const found = viewRows(rows, naming)
    const fits = requireFit(candidates, { found, outcomes, names })
    model = fits.model
    nameNew(rows, model, naming)
    for (const event of rows.events) seen.set(event.id, event)
    for (const { update_id } of rows.updates) world.taken.add(update_id)
    requireInvariants(rows)
    return rows
  }

  function aim({ act, pick }: Planned) {
    // Whose session is over opens the app again, mostly.
    const isOver = asMember(model, pick.account, () => '').startsWith('401')
    const done = isOver && !WITHOUT_SESSION.has(act) && pick.way % 8 !== 7 ? acts.openApp : act
    const aimed = done({ world, model, names }, pick)
    doing = aimed?.text ?? ''
    return aimed
  }

  function pass(ms: number): void {
    world.clock.now += ms
    latest = Math.max(latest, world.clock.now)
    model.now = world.clock.now
    counts.waitedMs += Math.max(0, ms)
  }

  return {
    world,
    counts,
    /** The clock at its furthest: that of a stranger, which nobody sets back. */
    latest: () => latest,
    seen,
    people,
    polled,
    /** What has happened. */
    lines,
    /** The act that is under way. */
    doing: () => doing,
    get model() {
      return model
    },
    aim,
    setModel: (next: Model) => void (model = structuredClone(next)),

    /** Everything that the future depends on. */
    async save(): Promise<Saved> {
      const { tokens, clock } = world
      const rows = await world.dump()
      return {
        rows,
        model,
        names: new Map(names),
        people: new Map(people),
        tokens: new Map(tokens),
        now: clock.now,
      }
    },

    async load(saved: Saved): Promise<void> {
      await world.restore(saved.rows)
      world.clock.now = saved.now
      model = structuredClone(saved.model)
      replace(names, saved.names)
      replace(people, saved.people)
      replace(world.tokens, saved.tokens)
    },

    canDo: (planned: Planned) => aim(planned) !== null,

    async do(planned: Planned): Promise<string> {
      const aimed = aim(planned)
      if (!aimed) return ''
      pass(STEP_MS)
      await aimed.prepare?.(planned.at)
      const before = readOffers(world)
      const outcome = await aimed.run(planned.at)
      const rows = await requireOne(apply(model, aimed), [outcome])
      requireTrueMessages(world, { rows, before, people })
      return `${aimed.text}, at ${planned.at}: ${outcome}`
    },

    /** Both at once, each at its server, which is slow as `turns` say. */
    async doBoth(one: Planned, other: Planned, turns: readonly number[]): Promise<string> {
      const [first, second] = [aim(one), aim(other)]
      if (!first || !second) return ''
      pass(STEP_MS)
      await first.prepare?.(one.at)
      await second.prepare?.(other.at)
      world.gate(0).slow(turns)
      world.gate(1).slow(turns.toReversed())
      const outcomes = await Promise.all([first.run(one.at), second.run(other.at)])
      world.gate(0).slow([])
      world.gate(1).slow([])
      await requireOne(inAnyOrder(model, [first, second], outcomes), outcomes)
      return `at once: ${first.text}, at ${one.at}: ${outcomes[0]}; ${second.text}, at ${other.at}: ${outcomes[1]}`
    },

    /** The server crashes at one of the awaits of the act, and a new process takes its place. */
    async crash(planned: Planned, count: number): Promise<Crashed> {
      const aimed = aim(planned)
      if (!aimed) return { text: '', isCrashed: false }
      pass(STEP_MS)
      await aimed.prepare?.(planned.at)
      world.gate(planned.at).crashAt(count)
      const answered = await aimed.run(planned.at).catch(() => '500')
      const isLost = world.gate(planned.at).isDead()
      await world.recover(planned.at)
      const outcome = isLost && answered.startsWith('5') ? null : answered
      const outcomes = outcome === null ? [] : [outcome]
      const done = outcome === null ? [] : apply(model, aimed)
      await requireOne([...done, ...(isLost ? breakOff(model, aimed, outcomes) : [])], outcomes)
      const answer = outcome === null ? '' : ` (${outcome})`
      const text = `the server ${planned.at} crashes at await ${count} of: ${aimed.text}${answer}`
      return { text, isCrashed: isLost }
    },

    async wait(ms: number): Promise<string> {
      pass(ms)
      await requireOne([{ model, outcomes: [] }], [])
      return `${Math.round(ms / 60_000)} min pass`
    },

    /** The clock of the machine is set back, which every process notices. */
    async stepBack(ms: number): Promise<string> {
      pass(-ms)
      for (const at of [0, 1]) await world.server(at).followClock(ms)
      const moved = structuredClone(model)
      setBack(moved, ms)
      await requireOne([{ model: moved, outcomes: [] }], [])
      return `the clock is set back by ${Math.round(ms / 1_000)} s`
    },

    async sweep(at: number): Promise<string> {
      await world.server(at).store.sweep(world.config.retention, world.clock.now)
      const swept = structuredClone(model)
      sweep(swept)
      await requireOne([{ model: swept, outcomes: [] }], [])
      return 'the hourly sweep runs'
    },

    /** Multisigs are read again, and cosignings looked after, a while later. */
    async watch(at: number): Promise<string> {
      pass(LEASED_MS)
      await world.server(at).watch()
      const watched = WATCHES.map((steps) => {
        const next = structuredClone(model)
        watch(next, steps)
        return { model: next, outcomes: [] }
      })
      await requireOne(watched, [])
      return `the server ${at} looks after multisigs`
    },

    async answerDeliveries(status: number): Promise<string> {
      world.receiver.answers(() => ({ status }))
      return Promise.resolve(`the receiver answers ${status}`)
    },

    /** The host reads on from where it was. */
    async pollEvents(at: number): Promise<string> {
      for (;;) {
        const path = `/v1/events?limit=100${cursor === null ? '' : `&after=${cursor}`}`
        const { body, status, text } = await world.call(at, {
          method: 'GET',
          path,
          token: world.hostToken,
        })
        if (status === 429) {
          pass(HOST_PAUSE_MS)
          continue
        }
        if (status !== 200) throw new Error(`events: ${text}`)
        const { data, next } = v.parse(EventsSchema, body)
        cursor = next
        polled.push(...data.map(({ id }) => id))
        if (data.length === 0) return `the host has read ${polled.length} events`
      }
    },

    /** The readers of events look once. @param crashAt at which await this process crashes; null for none */
    async notify(at: number, crashAt: number | null): Promise<string> {
      if (crashAt !== null) world.gate(at).crashAt(crashAt)
      const before = readOffers(world)
      await world.server(at).notify()
      if (crashAt !== null) await world.recover(at)
      const rows = await requireOne([{ model, outcomes: [] }], [])
      requireTrueMessages(world, { rows, before, people })
      return `the server ${at} notifies${crashAt === null ? '' : `, and crashes at await ${crashAt}`}`
    },
  }
}

/** A state that a history can go back to. */
export type Saved = {
  rows: ModelTables
  model: Model
  names: Names
  people: Map<string, number>
  tokens: Map<number, string>
  now: number
}

function replace<Key, Value>(map: Map<Key, Value>, by: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of by) map.set(key, value)
}

/** The parts of an act in each order that they may have: the links are judged at any time after the reading. */
function arrange({ rule }: Aimed): (readonly ModelPart[])[] {
  if (typeof rule === 'function') return [[rule]]
  const at = rule.indexOf(judge)
  if (at < 0) return [rule]
  const others = rule.toSpliced(at, 1)
  return others.slice(at - 1).map((_, later) => others.toSpliced(at + later, 0, judge))
}

/** What an act leads to. */
function apply(base: Model, aimed: Aimed): Candidate[] {
  return arrange(aimed).map((parts) => runParts(base, parts))
}

function runParts(base: Model, parts: readonly ModelPart[]): Candidate {
  const order = Array.from(parts, () => 0)
  return interleave(base, [parts], order)
}

/** What acts lead to of which each number in `order` does its next part, until it has its outcome. */
function interleave(
  base: Model,
  lists: readonly (readonly ModelPart[])[],
  order: readonly number[],
): Candidate {
  const next = structuredClone(base)
  const waiting = lists.map((parts) => [...parts])
  const outcomes = new Map<number, ModelOutcome>()
  for (const at of order) {
    const part = waiting[at]?.shift()
    const outcome = part === judge || !outcomes.has(at) ? part?.(next) : null
    if (outcome != null) outcomes.set(at, outcome)
  }
  return {
    model: { ...next, admitted: [] },
    outcomes: lists.map((_, at) => outcomes.get(at) ?? ''),
  }
}

/** What is left of an act whose server crashed: nothing, some of its parts, or all. Whoever gets no answer has no session either. */
function breakOff(base: Model, aimed: Aimed, outcomes: readonly ModelOutcome[]): Candidate[] {
  return arrange(aimed).flatMap((parts) =>
    [null, ...parts].map((_, count) => {
      const { model } = runParts(base, parts.slice(0, count))
      return { model: { ...model, sessions: structuredClone(base.sessions) }, outcomes }
    }),
  )
}

/** Why one of two acts at once may find that the other was first, wherever in the middle it noticed. */
const LATE = /^(?:401|404|409 (?:attempt-settled|idempotency-key-busy)|410|422|429 busy|503)/u

/** What two acts at once may lead to: any order of their parts; and one alone where the other was refused for it. */
function* inAnyOrder(
  base: Model,
  [first, second]: readonly [Aimed, Aimed],
  [one = '', other = '']: readonly ModelOutcome[],
): Iterable<Candidate> {
  const admitted = { ...base, admitted: base.members.filter((member) => member !== null) }
  const pairs = arrange(first).flatMap((ones) =>
    arrange(second).map((others) => [ones, others] as const),
  )
  for (const lists of pairs)
    for (const order of listOrders(lists[0].length, lists[1].length))
      for (const model of [base, admitted]) yield interleave(model, lists, order)
  const alone = (aimed: Aimed, fill: (outcome: ModelOutcome) => ModelOutcome[]) =>
    apply(base, aimed).map(({ model, outcomes }) => ({ model, outcomes: fill(outcomes[0] ?? '') }))
  if (LATE.test(one)) yield* alone(second, (outcome) => [one, outcome])
  if (LATE.test(other)) yield* alone(first, (outcome) => [outcome, other])
}

/** Every order of this many parts of one act and that many of another. */
function* listOrders(ones: number, others: number): Iterable<number[]> {
  if (ones === 0 || others === 0) {
    yield [...Array<number>(ones).fill(0), ...Array<number>(others).fill(1)]
    return
  }
  for (const rest of listOrders(ones - 1, others)) yield [0, ...rest]
  for (const rest of listOrders(ones, others - 1)) yield [1, ...rest]
}

type FoundRows = {
  found: ReturnType<typeof viewRows>
  outcomes: readonly ModelOutcome[]
  names: Names
}

/** How many of the states that may have come are shown where none has. */
const EXPLAINED = 4

function requireFit(
  candidates: Iterable<Candidate>,
  { found, outcomes, names }: FoundRows,
): Candidate {
  const tried: ComparedRows[] = []
  for (const candidate of candidates) {
    const view = viewModel(candidate.model, names)
    if (isDeepStrictEqual(view, found) && isDeepStrictEqual(candidate.outcomes, outcomes))
      return candidate
    tried.push({ view, outcomes: candidate.outcomes })
  }
  throw new Error(explain(tried.slice(0, EXPLAINED), { view: found, outcomes }))
}

type ComparedRows = { view: ReturnType<typeof viewRows>; outcomes: readonly ModelOutcome[] }

function explain(candidates: readonly ComparedRows[], found: ComparedRows): string {
  const lines = candidates.map((one, at) => {
    const isAnswered = isDeepStrictEqual(one.outcomes, found.outcomes)
    const differing = Object.keys(found.view).flatMap((part) => {
      const should: unknown = Reflect.get(one.view, part)
      const is: unknown = Reflect.get(found.view, part)
      if (isDeepStrictEqual(should, is)) return []
      return [
        `  ${part} should be ${JSON.stringify(should)}`,
        `  ${part} is        ${JSON.stringify(is)}`,
      ]
    })
    return [
      `by the rules${candidates.length > 1 ? `, order ${at + 1}` : ''}:`,
      ...(isAnswered ? [] : [`  answered should be ${one.outcomes.join(' | ')}`]),
      ...differing,
    ].join('\n')
  })
  return [
    `The store is not what the rules say. Answered: ${found.outcomes.join(' | ')}`,
    ...lines,
  ].join('\n')
}
