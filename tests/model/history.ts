import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { type Act, type Aimed, openApp, type Picks, WITHOUT_SESSION } from './acts.ts'
import { requireInvariants } from './invariants.ts'
import { type Names, nameNew, readRows, type Rows, viewModel, viewRows } from './look.ts'
import { ACCOUNTS, asMember, createModel, type Model, type Outcome, sweep } from './model.ts'
import { getPerson, type Tables, type World } from './world.ts'

/** What passes between two steps, in milliseconds: enough for the rates of members. */
const STEP_MS = 10_000

const EventsSchema = v.object({ data: v.array(v.object({ id: v.string() })), next: v.string() })

/** What may have happened: the state that the rules lead to, and what each act was answered. */
type Candidate = { model: Model; outcomes: readonly Outcome[] }
/** An act, with the server that it goes to. */
export type Planned = { act: Act; pick: Picks; at: number }

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
  async function judge(
    candidates: readonly Candidate[],
    outcomes: readonly Outcome[],
  ): Promise<void> {
    const rows = await readRows(world)
    await nameMembers(rows)
    const naming = { names, people, now: world.clock.now }
    const found = viewRows(rows, naming)
    const fits = candidates.find(
      (one) =>
        isDeepStrictEqual(viewModel(one.model, names), found) &&
        isDeepStrictEqual(one.outcomes, outcomes),
    )
    if (!fits)
      throw new Error(
        explain(
          candidates.map((one) => ({ ...one, view: viewModel(one.model, names) })),
          { view: found, outcomes },
        ),
      )
    model = fits.model
    nameNew(rows, model, naming)
    for (const event of rows.events) seen.set(event.id, event)
    for (const { update_id } of rows.updates) world.taken.add(update_id)
    requireInvariants(rows)
  }

  function aim({ act, pick }: Planned) {
    // Whose session is over opens the app again, mostly.
    const isOver = asMember(model, pick.account, () => '').startsWith('401')
    const done = isOver && !WITHOUT_SESSION.has(act) && pick.way % 8 !== 7 ? openApp : act
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
      const outcome = await aimed.run(planned.at)
      await judge([apply(model, [aimed.rule])], [outcome])
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
      await judge(inAnyOrder(model, [first, second], outcomes), outcomes)
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
      await world.restart(planned.at)
      const done = apply(model, [aimed.rule])
      // Whoever gets no answer has no session either.
      const unanswered = { ...done.model, sessions: structuredClone(model.sessions) }
      const outcome = isLost && answered.startsWith('5') ? null : answered
      const outcomes = outcome === null ? [] : [outcome]
      const lost = [structuredClone(model), unanswered].map((one) => ({ model: one, outcomes }))
      await judge([...(outcome === null ? [] : [done]), ...(isLost ? lost : [])], outcomes)
      const answer = outcome === null ? '' : ` (${outcome})`
      const text = `the server ${planned.at} crashes at await ${count} of: ${aimed.text}${answer}`
      return { text, isCrashed: isLost }
    },

    async wait(ms: number): Promise<string> {
      pass(ms)
      await judge([{ model, outcomes: [] }], [])
      return `${Math.round(ms / 60_000)} min pass`
    },

    /** The clock of the machine is set back, which every process notices. */
    async stepBack(ms: number): Promise<string> {
      pass(-ms)
      for (const at of [0, 1]) await world.server(at).followClock(ms)
      await judge([{ model, outcomes: [] }], [])
      return `the clock is set back by ${Math.round(ms / 1_000)} s`
    },

    async sweep(at: number): Promise<string> {
      await world.server(at).store.sweep(world.config.retention, world.clock.now)
      const swept = structuredClone(model)
      sweep(swept)
      await judge([{ model: swept, outcomes: [] }], [])
      return 'the hourly sweep runs'
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
      await world.server(at).notify()
      if (crashAt !== null) await world.restart(at)
      await judge([{ model, outcomes: [] }], [])
      return `the server ${at} notifies${crashAt === null ? '' : `, and crashes at await ${crashAt}`}`
    },
  }
}

/** A state that a history can go back to. */
export type Saved = {
  rows: Tables
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

/** What acts lead to, one after the other. */
function apply(base: Model, rules: readonly Aimed['rule'][]): Candidate {
  const next = structuredClone(base)
  const outcomes = rules.map((rule) => rule(next))
  return { model: { ...next, admitted: [] }, outcomes }
}

/** Why one of two acts at once may find that the other was first, wherever in the middle it noticed. */
const LATE = /^(?:401|404|409 (?:attempt-settled|idempotency-key-busy)|410|422|429 busy|503)/u

/** What two acts at once may lead to: either order; and one alone where the other was refused for it. */
function inAnyOrder(
  base: Model,
  [first, second]: readonly [Aimed, Aimed],
  [one = '', other = '']: readonly Outcome[],
): Candidate[] {
  const admitted = { ...base, admitted: base.members.filter((member) => member !== null) }
  const both = [base, admitted].flatMap((model) => {
    const back = apply(model, [second.rule, first.rule])
    return [
      apply(model, [first.rule, second.rule]),
      { ...back, outcomes: back.outcomes.toReversed() },
    ]
  })
  const alone = (rule: Aimed['rule'], fill: (outcome: Outcome) => Outcome[]) => {
    const { model, outcomes } = apply(base, [rule])
    return { model, outcomes: fill(outcomes[0] ?? '') }
  }
  return [
    ...both,
    ...(LATE.test(one) ? [alone(second.rule, (outcome) => [one, outcome])] : []),
    ...(LATE.test(other) ? [alone(first.rule, (outcome) => [outcome, other])] : []),
  ]
}

type Compared = { view: ReturnType<typeof viewRows>; outcomes: readonly Outcome[] }

function explain(candidates: readonly Compared[], found: Compared): string {
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
