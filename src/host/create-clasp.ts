import * as v from 'valibot'
import {
  createRequest,
  findRequest,
  type HostAnswer,
  type HostRequest,
  updateHostRequest,
} from '#shared/api/host/host-request.ts'
import { decideJoin, type HostJoin } from '#shared/api/host/host-join.ts'
import { getPage } from '#shared/api/host/host-endpoint.ts'
import {
  getToken,
  type HostHeldWallet,
  type ReadWallet,
  listHeldWallets,
  listUserWallets,
} from '#shared/api/host/host-wallet.ts'
import { type HostEvent, listEvents } from '#shared/api/host/host-event.ts'
import { callClasp, type ClaspCallInput, type ClaspConnection } from './call-clasp.ts'
import { readEvent } from './read-event.ts'
import { sleep } from './sleep.ts'

/** The largest page: fewer calls under the key's rate. */
const PAGE = '1000'
const POLL_MS = 5_000

/** Which links: those with all of these values. */
export type LinkFilter = Pick<
  v.InferInput<typeof listHeldWallets.query>,
  'family' | 'level' | 'binding'
>

/** What a request asks; each field as `POST /v1/requests` takes it. */
export type RequestFields = v.InferInput<typeof createRequest.request>

export type EventsOptions = {
  /** Returns the cursor that was stored last; null or undefined to start with the oldest event that is kept. */
  load: () => Promise<string | null | undefined>
  /** Stores a cursor. Called once every event before it has been taken from the iterator and handled. */
  save: (cursor: string) => Promise<void>
  /** How long to wait for new events before asking again, in milliseconds. @default 5,000 */
  pollMs?: number
  /** Ends the iterator. */
  signal?: AbortSignal
}

/** The host API of a Clasp. Every call throws a {@link ClaspError} where it fails. */
export type Clasp = {
  /** The wallets that a Telegram account has proven to be its own, the primary one first. Scope `wallets:read`. */
  wallets(telegramId: string | number): Promise<ReadWallet[]>
  /**
   * A token with the wallets of a Telegram account, for the site at an origin, which checks it with `/.well-known/jwks.json` of your
   * Clasp. It is valid for ten minutes. Scope `proofs:read`.
   */
  token(telegramId: string | number, audience: string): Promise<string>
  /** Every link with its holder, the oldest first. Scope `wallets:read`. */
  links(filter?: LinkFilter): AsyncGenerator<HostHeldWallet, void>
  /**
   * The events, and then each new one as it comes, until `signal`. After a stop, those since the last saved cursor come again, with the
   * same ids. Types that this version of the library does not know are left out. Scope `events:read`.
   */
  events(options: EventsOptions): AsyncGenerator<HostEvent, void>
  /**
   * Makes a link that asks for a wallet. Scope `requests:write`.
   *
   * @param idempotencyKey makes the request once, also when your code sends it again. @default a new one
   */
  createRequest(input?: RequestFields, idempotencyKey?: string): Promise<HostRequest>
  /** Scope `requests:read`. */
  readRequest(code: string): Promise<HostRequest>
  /** Who answered, in the order in which they did. Scope `requests:read`. */
  answers(code: string): AsyncGenerator<HostAnswer, void>
  /** Closes a request for good. Scope `requests:write`. */
  closeRequest(code: string): Promise<HostRequest>
  /**
   * Decides who joins a group: `id` is `joinId` of an event `join.asked`. Within eight seconds, or the group's administrators are
   * asked first. Scope `joins:write`.
   */
  decideJoin(id: string, decision: JoinChoice): Promise<HostJoin>
}

type JoinChoice = v.InferOutput<typeof decideJoin.request>['decision']

export function createClasp(connection: ClaspConnection): Clasp {
  return {
    async wallets(telegramId) {
      const params = { telegramId: String(telegramId) }
      return (await callClasp(connection, listUserWallets, { params })).wallets
    },
    async token(telegramId, audience) {
      const input = { params: { telegramId: String(telegramId) }, query: { audience } }
      return (await callClasp(connection, getToken, input)).token
    },
    links: (filter) =>
      readPages((page) =>
        callClasp(connection, listHeldWallets, { query: { ...filter, ...page } }),
      ),
    events: (options) => followEvents(connection, options),
    createRequest: (body = {}, idempotencyKey) =>
      callClasp(connection, createRequest, { body, idempotencyKey }),
    async readRequest(code) {
      const input = { params: { code }, query: { limit: '1' } }
      return (await callClasp(connection, findRequest, input)).request
    },
    answers: (code) =>
      readPages(async (query) => {
        const { answers } = await callClasp(connection, findRequest, { params: { code }, query })
        return answers
      }),
    closeRequest: (code) =>
      callClasp(connection, updateHostRequest, { params: { code }, body: { state: 'closed' } }),
    decideJoin: (id, decision) =>
      callClasp(connection, decideJoin, { params: { id }, body: { decision } }),
  }
}

type Page<Entry> = { data: Entry[]; next: string | null }
type PageQuery = { limit: string; after?: string }

async function* readPages<Entry>(
  read: (query: PageQuery) => Promise<Page<Entry>>,
): AsyncGenerator<Entry, void> {
  let query: PageQuery | null = { limit: PAGE }
  while (query !== null) {
    const { data, next }: Page<Entry> = await read(query)
    yield* data
    query = next === null ? null : { limit: PAGE, after: next }
  }
}

/** The page as it came: an event of a type that was added later does not stop the reader. */
const listAnyEvents = { ...listEvents, response: getPage(v.unknown()) } as const

async function* followEvents(
  connection: ClaspConnection,
  { load, save, pollMs = POLL_MS, signal }: EventsOptions,
): AsyncGenerator<HostEvent, void> {
  let after = (await load()) ?? undefined
  for (;;) {
    if (signal?.aborted === true) return
    const query: ClaspCallInput<typeof listAnyEvents>['query'] = { after, limit: PAGE }
    const { data, next } = await callClasp(connection, listAnyEvents, { query })
    for (const value of data) {
      const event = readEvent(value)
      if (event !== null) yield event
    }
    if (next !== null && next !== after) await save(next)
    after = next ?? after
    if (data.length === 0) await sleep(pollMs, signal)
  }
}
