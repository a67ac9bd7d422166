import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ActionResult, InlineResult } from './messenger-contract.ts'
import type { ChatMessage } from './snapshot.ts'

type InlineResultsButton = Extract<ActionResult, { kind: 'inline-results' }>['button']

/** What the bot answers to a query. */
type CacheableAnswer = {
  results: InlineResult[]
  button: InlineResultsButton
  /** How long the same query gets the same answer without the bot, s. */
  cacheS: number
  /** Whether that holds for the asking person alone. */
  isPersonal: boolean
}

export type InlineOutcome =
  | {
      kind: 'inline-results'
      queryId: string
      results: InlineResult[]
      button: InlineResultsButton
    }
  /** The bot kept silent. */
  | { kind: 'unanswered' }

export type ChosenResult = { query: string; result: InlineResult }

/** Queries of inline mode and their cached answers. */
export type InlineQueries = {
  /** `notifyBot` is called with the id of the query unless an answer is kept. Settles at the latest after 5 s. */
  ask(
    query: { accountId: number; text: string },
    notifyBot: (queryId: string) => void,
  ): Promise<InlineOutcome>
  /** False if this query no longer waits for an answer. */
  answer(queryId: string, answer: CacheableAnswer): boolean
  /** One result of an answered query of this person. */
  find(accountId: number, queryId: string, resultId: string): ChosenResult | undefined
}

/** How long a client shows that it waits for results. */
const ANSWER_TIMEOUT_MS = 5_000
/** Answered queries of which a result can still be sent. */
const ANSWERED_MAX = 1_000

type InlineQuery = { accountId: number; text: string }
type CacheEntry = { answer: CacheableAnswer; until: number }

export function createInlineQueries(now: () => number): InlineQueries {
  const waiting = new Map<string, (answer: CacheableAnswer | null) => void>()
  const answered = new LRUCache<string, InlineQuery & { results: InlineResult[] }>({
    max: ANSWERED_MAX,
  })
  const saved = new Map<string, CacheEntry>()

  function findCached(query: InlineQuery): CacheableAnswer | undefined {
    const entries = [saved.get(getKey(query)), saved.get(getKey({ ...query, accountId: null }))]
    return entries.find((entry) => entry !== undefined && entry.until > now())?.answer
  }

  function cache(query: InlineQuery, answer: CacheableAnswer): void {
    const accountId = answer.isPersonal ? query.accountId : null
    saved.set(getKey({ ...query, accountId }), { answer, until: now() + answer.cacheS * 1000 })
  }

  function settle(queryId: string, query: InlineQuery, answer: CacheableAnswer): InlineOutcome {
    answered.set(queryId, { ...query, results: answer.results })
    return { kind: 'inline-results', queryId, results: answer.results, button: answer.button }
  }

  return {
    async ask(query, notifyBot) {
      const queryId = randomBytes(8).readBigUInt64BE().toString()
      const former = findCached(query)
      if (former !== undefined) return settle(queryId, query, former)
      const answer = await wait(waiting, queryId, () => notifyBot(queryId))
      if (answer === null) return { kind: 'unanswered' }
      cache(query, answer)
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
function getKey({ accountId, text }: { accountId: number | null; text: string }): string {
  return `${accountId ?? ''}:${text}`
}

function wait(
  waiting: Map<string, (answer: CacheableAnswer | null) => void>,
  queryId: string,
  send: () => void,
): Promise<CacheableAnswer | null> {
  return new Promise((resolve) => {
    waiting.set(queryId, resolve)
    setTimeout(() => {
      waiting.delete(queryId)
      resolve(null)
    }, ANSWER_TIMEOUT_MS).unref()
    send()
  })
}

export type MessageRef = Pick<ChatMessage, 'chatId'> & { messageId: number }

/** Messages that people sent through the bot, under the ids by which the bot edits them. */
export type InlineMessages = {
  add(message: ChatMessage): string
  find(inlineMessageId: string): MessageRef | undefined
  findId(message: ChatMessage): string | undefined
}

const ID_BYTES = 24

export function createInlineMessages(): InlineMessages {
  const places = new Map<string, MessageRef>()
  return {
    add(message) {
      const inlineMessageId = randomBytes(ID_BYTES).toString('base64url')
      places.set(inlineMessageId, { chatId: message.chatId, messageId: message.id })
      return inlineMessageId
    },
    find: (inlineMessageId) => places.get(inlineMessageId),
    findId: (message) =>
      [...places].find(
        ([, { chatId, messageId }]) => chatId === message.chatId && messageId === message.id,
      )?.[0],
  }
}
