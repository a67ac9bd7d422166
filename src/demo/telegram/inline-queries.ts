import { randomBytes } from 'node:crypto'
import type { ActionResult, InlineResult } from './host-contract.ts'

type InlineButton = Extract<ActionResult, { kind: 'inline-results' }>['button']

/** What the bot answers to a query. */
type InlineAnswer = {
  results: InlineResult[]
  button: InlineButton
  /** How long the same query gets the same answer without the bot, s. */
  cacheS: number
  /** Whether that holds for the asking person alone. */
  isPersonal: boolean
}

export type InlineOutcome =
  | { kind: 'inline-results'; queryId: string; results: InlineResult[]; button: InlineButton }
  /** The bot kept silent. */
  | { kind: 'unanswered' }

export type Chosen = { query: string; result: InlineResult }

/** Queries of inline mode, and the answers that are kept for them. */
export type InlineQueries = {
  /** `tellBot` is called with the id of the query unless an answer is kept. Settles at the latest after 5 s. */
  ask(
    query: { accountId: number; text: string },
    tellBot: (queryId: string) => void,
  ): Promise<InlineOutcome>
  /** False when nobody waits for this query any more. */
  answer(queryId: string, answer: InlineAnswer): boolean
  /** One result of an answered query of this person. */
  find(accountId: number, queryId: string, resultId: string): Chosen | undefined
}

/** How long a client shows that it waits for results. */
const ANSWER_TIMEOUT_MS = 5_000
/** Answered queries of which a result can still be sent. */
const ANSWERED_MAX = 1_000

type Query = { accountId: number; text: string }
type Kept = { answer: InlineAnswer; until: number }

export function createInlineQueries(now: () => number): InlineQueries {
  const waiting = new Map<string, (answer: InlineAnswer | null) => void>()
  const answered = new Map<string, Query & { results: InlineResult[] }>()
  const kept = new Map<string, Kept>()

  function findKept(query: Query): InlineAnswer | undefined {
    const entries = [kept.get(keyOf(query)), kept.get(keyOf({ ...query, accountId: null }))]
    return entries.find((entry) => entry !== undefined && entry.until > now())?.answer
  }

  function keep(query: Query, answer: InlineAnswer): void {
    const accountId = answer.isPersonal ? query.accountId : null
    kept.set(keyOf({ ...query, accountId }), { answer, until: now() + answer.cacheS * 1000 })
  }

  function settle(queryId: string, query: Query, answer: InlineAnswer): InlineOutcome {
    answered.set(queryId, { ...query, results: answer.results })
    const [oldest] = answered.keys()
    if (answered.size > ANSWERED_MAX && oldest !== undefined) answered.delete(oldest)
    return { kind: 'inline-results', queryId, results: answer.results, button: answer.button }
  }

  return {
    async ask(query, tellBot) {
      const queryId = randomBytes(8).readBigUInt64BE().toString()
      const former = findKept(query)
      if (former !== undefined) return settle(queryId, query, former)
      const answer = await wait(waiting, queryId, () => tellBot(queryId))
      if (answer === null) return { kind: 'unanswered' }
      keep(query, answer)
      return settle(queryId, query, answer)
    },
    answer(queryId, answer) {
      const resolve = waiting.get(queryId)
      waiting.delete(queryId)
      resolve?.(answer)
      return resolve !== undefined
    },
    find(accountId, queryId, resultId) {
      const query = answered.get(queryId)
      if (query?.accountId !== accountId) return undefined
      const result = query.results.find(({ id }) => id === resultId)
      return result === undefined ? undefined : { query: query.text, result }
    },
  }
}

/** `accountId` null stands for everybody. */
function keyOf({ accountId, text }: { accountId: number | null; text: string }): string {
  return `${accountId ?? ''}:${text}`
}

function wait(
  waiting: Map<string, (answer: InlineAnswer | null) => void>,
  queryId: string,
  begin: () => void,
): Promise<InlineAnswer | null> {
  return new Promise((resolve) => {
    waiting.set(queryId, resolve)
    setTimeout(() => {
      waiting.delete(queryId)
      resolve(null)
    }, ANSWER_TIMEOUT_MS).unref()
    begin()
  })
}
