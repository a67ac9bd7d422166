import type { Log } from '#server/log/log.ts'
import { DOOR_READING_MAX_AGE_MS } from '#server/door/judge-door.ts'
import type { Multisigs } from '#server/multisig/multisigs.ts'
import { createPoller, type Poller } from '#server/process/poller.ts'
import type { JoinTold } from '#server/store/database/schema.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import type { DueJoin } from '#server/store/doors/join-telling.ts'
import type { Store } from '#server/store/store.ts'

/**
 * What became of one thing told to Telegram. `closed`: it no longer has the request, or the query is over ·
 * `not-allowed`: the bot may not do this in the chat.
 */
export type TellOutcome =
  | { outcome: 'done' | 'closed' | 'not-allowed' }
  /** `retryAfterMs`: the pause that Telegram requires, in milliseconds. */
  | { outcome: 'failed'; code: string; retryAfterMs: number | null }

type Tagged = {
  chat: Pick<DueJoin['chat'], 'telegramId'>
  user: Pick<DueJoin['user'], 'telegramId'>
}

export type JoinAnswer = Exclude<JoinTold, 'nothing' | 'shown'>

/** The server's words to Telegram about who asks to join. Nothing here throws. */
export interface TellJoins {
  /** Opens the Mini App for the query, or writes to the person. */
  show(join: DueJoin): Promise<TellOutcome>
  answer(join: DueJoin, answer: JoinAnswer): Promise<TellOutcome>
  /** @param tag at most 16 characters; null takes it away */
  setTag(tagged: Tagged, tag: string | null): Promise<TellOutcome>
}

export type JoinsDeps = {
  store: Store
  telegram: TellJoins
  multisigs: Pick<Multisigs, 'refresh'>
  /** The tag for what a door asked for. */
  getTag: (join: DueJoin) => string | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

/** Tells Telegram about requests that are due. */
export type Joins = Poller & {
  /** Tells at once about a request that was noted, and leased, a moment ago. */
  take(join: DueJoin): void
}

/** How long one process leases a request, in milliseconds: another one still has time within Telegram's ten seconds. */
export const JOIN_LEASE_MS = 5_000
/** How often to check for due requests when there is no kick, in milliseconds. */
const POLL_MS = 1_000
/** Each waits for Telegram, and perhaps for a chain. */
const AT_ONCE = 100
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 10 * 60_000

/** What Telegram has to hear in each state. */
const ANSWERS: Readonly<Record<DueJoin['state'], JoinAnswer | null>> = {
  asked: null,
  queued: 'queue',
  approved: 'approve',
  declined: 'decline',
  withdrawn: null,
}

/**
 * Tells Telegram what was decided about who asks to join: shows the Mini App at once, reads the chain where the rule
 * needs it, and leaves to administrators what is in doubt. After a crash, what is left is done by who leases it next.
 */
export function createJoins(deps: JoinsDeps): Joins {
  const running = new Set<Promise<void>>()

  async function startDue(): Promise<boolean> {
    const room = AT_ONCE - running.size
    if (room <= 0) return false
    const now = deps.now()
    const due = await deps.store.leaseJoins(now, now + JOIN_LEASE_MS, room)
    for (const join of due) start(join, settle)
    return due.length === room
  }

  function start(join: DueJoin, settleIt: typeof settle): void {
    const work = settleIt(join, deps)
      .catch((error: unknown) => {
        // Retried when the lease ends.
        logFailure(error, deps)
      })
      .finally(() => {
        running.delete(work)
        // Others waited for room.
        if (running.size === AT_ONCE - 1) poller.kick()
      })
    running.add(work)
  }

  const poller = createPoller(async () => {
    try {
      return (await startDue()) && running.size < AT_ONCE ? 0 : POLL_MS
    } catch (error) {
      logFailure(error, deps)
      return POLL_MS
    }
  })

  return {
    ...poller,
    take(join) {
      // Without room it is due when its lease ends.
      if (running.size < AT_ONCE) start(join, join.multisig === null ? settleNoted : settle)
    },
    async stop() {
      await poller.stop()
      await Promise.all(running)
    },
  }
}

function logFailure(error: unknown, { log }: JoinsDeps): void {
  log.error({ error }, 'joins: store failed')
}

async function settle(leased: DueJoin, deps: JoinsDeps): Promise<void> {
  const [shown] = await Promise.all([show(leased, deps), readChain(leased, deps)])
  await judge(leased, shown, deps)
}

/** Noting has judged it by what the store knows; a wallet that was linked since has it due again. */
async function settleNoted(noted: DueJoin, deps: JoinsDeps): Promise<void> {
  const shown = await show(noted, deps)
  if (shown.told === 'queue') return judge(noted, shown, deps)
  await tell({ ...noted, told: shown.told }, shown.outcome, deps)
}

async function judge(
  leased: DueJoin,
  { told, outcome }: ShownJoin,
  deps: JoinsDeps,
): Promise<void> {
  const { store, now } = deps
  const join = await store.judgeLeased({ ...leased, told }, now() + JOIN_LEASE_MS, now())
  if (join === undefined) return
  if (join.state !== leased.state) deps.onEvent()
  await tell(join, outcome, deps)
}

async function tell(join: DueJoin, shown: TellOutcome, deps: JoinsDeps): Promise<void> {
  const { store, now } = deps
  if (join.state === 'asked' && join.told === 'nothing')
    return store.retryJoin(join, now() + getPause(shown, join))
  const outcome = await answer(join, deps)
  switch (outcome.outcome) {
    case 'done':
      return tag({ ...join, told: ANSWERS[join.state] ?? join.told }, deps)
    case 'closed':
      return isQueryAlone(join)
        ? judge(join, { told: 'queue', outcome }, deps)
        : giveUp(join, outcome.outcome, deps)
    case 'not-allowed':
      return giveUp(join, outcome.outcome, deps)
    case 'failed':
      deps.log.warn({ code: outcome.code, tries: join.tries }, 'joins: not sent to Telegram')
      await store.retryJoin(join, now() + getPause(outcome, join))
  }
}

function answer(join: DueJoin, { telegram }: JoinsDeps): Promise<TellOutcome> {
  const next = ANSWERS[join.state]
  const isNew = next !== null && join.told !== next
  return isNew ? telegram.answer(join, next) : Promise.resolve({ outcome: 'done' })
}

/** Only a query that decides is over: a request may be in the list, this one or the person's next. */
function isQueryAlone({ state, queryId, told }: DueJoin): boolean {
  return queryId !== null && told !== 'queue' && state !== 'queued'
}

/** A query that is over has gone to the administrators; what was decided about another request is over with it. */
async function giveUp(
  join: DueJoin,
  outcome: 'closed' | 'not-allowed',
  { store, now, onEvent, log }: JoinsDeps,
): Promise<void> {
  log.warn({ outcome, state: join.state }, 'joins: Telegram refused')
  if (join.state === 'queued') return store.settleJoin({ ...join, told: 'queue' }, now())
  await store.giveUpJoin(
    { id: join.id, why: outcome === 'closed' ? 'closed-there' : 'not-allowed' },
    now(),
  )
  onEvent()
}

type ShownJoin = { told: JoinTold; outcome: TellOutcome }

async function show(join: DueJoin, { telegram }: JoinsDeps): Promise<ShownJoin> {
  const done: TellOutcome = { outcome: 'done' }
  if (join.state !== 'asked' || join.told !== 'nothing') return { told: join.told, outcome: done }
  const outcome = await telegram.show(join)
  switch (outcome.outcome) {
    case 'done':
      return { told: 'shown', outcome }
    case 'failed':
      return { told: 'nothing', outcome }
    default:
      // Who cannot be written to reads it in the app. A query that is over has gone to the administrators.
      return { told: join.queryId === null ? 'shown' : 'queue', outcome }
  }
}

/** Reads the owners again, before anybody is let in; a chain that is silent leaves the reading as old as it is. */
async function readChain(
  { state, told, multisig }: DueJoin,
  { multisigs }: JoinsDeps,
): Promise<void> {
  const isOver = told === 'approve' || state === 'declined' || state === 'withdrawn'
  if (multisig === null || isOver) return
  // It is judged later, after Telegram has answered.
  await multisigs.refresh(multisig, DOOR_READING_MAX_AGE_MS / 2)
}

/** The tag follows what let the person in. Where Telegram refuses to set one, it is not tried again in this chat. */
async function tag(join: DueJoin, { telegram, store, getTag, now }: JoinsDeps): Promise<void> {
  const wanted = join.state === 'approved' && join.wantsTag ? getTag(join) : null
  const isDone = wanted === null && join.tag === null
  const outcome: TellOutcome = isDone ? { outcome: 'done' } : await telegram.setTag(join, wanted)
  if (outcome.outcome === 'failed') {
    // Telegram may have set it.
    const maySet = { ...join, tag: wanted ?? join.tag }
    return store.retryJoin(maySet, now() + getPause(outcome, join))
  }
  if (outcome.outcome === 'not-allowed' && wanted !== null)
    await store.noteTagsRefused(join.chat.id)
  await store.settleJoin({ ...join, tag: outcome.outcome === 'done' ? wanted : null }, now())
}

function getPause(outcome: TellOutcome, { tries }: DueJoin): number {
  const asked = outcome.outcome === 'failed' ? outcome.retryAfterMs : null
  return asked ?? Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
}
