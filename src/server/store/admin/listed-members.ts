import { sql as raw, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql } from '../database/sql-database.ts'
import type { StoredUser, StoredWallet } from '../database/stored.ts'
import {
  FILTERED,
  fits,
  type WalletFilter,
  type WalletKey,
  type WantedWallet,
} from '../linking/held-wallets.ts'
import { findTerms, getNameWords } from '../rows/name-terms.ts'
import { cutPage, getCursor, isBefore, isUntil, type HostPage } from '../rows/page-cursor.ts'
import type { RowReader, SqlContext } from '../rows/transaction.ts'
import { findUserByTelegramId, toStoredUser } from '../rows/user-rows.ts'
import { unsealWallets } from '../rows/wallet-rows.ts'

/** How members are searched for. `words`: of a name, as `splitName` makes them, at least one. */
export type MemberSearch =
  | { by: 'nothing' }
  | { by: 'telegram-id'; telegramId: string }
  | { by: 'address'; place: WalletKey }
  | { by: 'words'; words: readonly [string, ...string[]] }

/** Which members a list has: those with a wallet that has all of these values. */
export type MemberFilter = WalletFilter & {
  /** Only wallets whose proof is known to no longer hold. */
  isStale: boolean
}

/** A member with all their wallets, the oldest link first. */
export type FoundMember = { user: StoredUser; wallets: StoredWallet[] }

/** `next` is the cursor of the next page. A page may have fewer members than asked for, and still a next one. */
type MemberPage = { members: FoundMember[]; next: string | null }

/** How many names with a beginning, or links, one query looks at, and how many queries one search makes at most. */
type Bounds = { names: number; links: number; scans: number }
const BOUNDS: Bounds = { names: 1_000, links: 20_000, scans: 4 }

export function createListedMembers(context: SqlContext) {
  return {
    /**
     * Members with wallets. Found by name they are in the order of our own ids, which means nothing; else the one with the newest
     * link is the first.
     *
     * @param page `bounds`: how much a search looks at before it answers with what it has
     */
    async listMembers(
      search: MemberSearch,
      filter: MemberFilter,
      { bounds = BOUNDS, ...page }: HostPage & { bounds?: Bounds },
    ): Promise<MemberPage> {
      const bounded = { ...context, bounds }
      const { users, next } = await (search.by === 'words'
        ? inScans(bounds, page, (from, limit) =>
            scanNames(bounded, { words: search.words, filter }, { from, limit }),
          )
        : findByLinks(bounded, { search, filter }, page))
      return { members: await withWallets(context, users), next }
    },
  }
}

type Bounded = SqlContext & { bounds: Bounds }

type FoundUsers = { users: StoredUser[]; next: string | null }

async function withWallets(
  { sql, cipher }: RowReader,
  users: readonly StoredUser[],
): Promise<FoundMember[]> {
  if (users.length === 0) return []
  const rows = await sql
    .selectFrom('wallets')
    .selectAll()
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .orderBy('linked_at')
    .orderBy('id')
    .execute()
  const wallets = await unsealWallets({ sql, cipher }, rows)
  return users.map((user) => ({
    user,
    wallets: wallets.filter(({ userId }) => userId === user.id),
  }))
}

/** By the newest link that fits. */
async function findByLinks(
  context: Bounded,
  { search, filter }: { search: Exclude<MemberSearch, { by: 'words' }>; filter: MemberFilter },
  page: HostPage,
): Promise<FoundUsers> {
  switch (search.by) {
    case 'nothing':
      return readLinks(context, filter, page)
    case 'address':
      return readLinks(context, { ...filter, place: search.place }, page)
    case 'telegram-id': {
      const found = await findUserByTelegramId(context, search.telegramId)
      return found
        ? readLinks(context, { ...filter, userId: found.id }, page)
        : { users: [], next: null }
    }
  }
}

/** Looks at so many links at once that a search for few ends soon. */
async function readLinks(
  context: Bounded,
  wanted: WantedWallet,
  page: HostPage,
): Promise<FoundUsers> {
  return inScans(context.bounds, page, (from, limit) =>
    scanLinks(context, wanted, { after: from, limit }),
  )
}

async function scanLinks(
  { sql, cipher, bounds }: Bounded,
  wanted: WantedWallet,
  { after, limit }: HostPage,
): Promise<FoundUsers> {
  const last = needsScan(wanted)
    ? await findLastLink(sql, { after, bounds, isStale: wanted.isStale === true })
    : null
  const newer = sql
    .selectFrom('wallets as newer')
    .select('newer.id')
    .where(raw<SqlBool>`newer.user_id = wallets.user_id`)
    .where(raw<SqlBool>`(newer.linked_at, newer.id) > (wallets.linked_at, wallets.id)`)
    .where(fits('newer', wanted))
  const rows = await sql
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.user_id')
    .selectAll('users')
    .select(['wallets.linked_at', 'wallets.id as wallet_id'])
    .where(isBefore(after, LINK_PLACE))
    .where(last === null ? raw<SqlBool>`1 = 1` : isUntil(last, LINK_PLACE))
    .where(fits('wallets', wanted))
    .where((query) => query.not(query.exists(newer)))
    .orderBy('wallets.linked_at', 'desc')
    .orderBy('wallets.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, next } = cutPage(rows, limit, (row) => ({ at: row.linked_at, id: row.wallet_id }))
  return { users: page.map((row) => toStoredUser(row, cipher)), next: next ?? last }
}

const LINK_PLACE = { at: 'wallets.linked_at', id: 'wallets.id' }

/** Whether no index leads to the links that fit. */
function needsScan({ place, userId, ...filter }: WantedWallet): boolean {
  const isFiltered = FILTERED.some((name) => filter[name] !== undefined)
  return isFiltered && place === undefined && userId === undefined
}

/** The cursor of the last of the links that one query looks at; null where it looks at all that are left. */
async function findLastLink(
  sql: Sql,
  { after, isStale, bounds }: { after: string | null; isStale: boolean; bounds: Bounds },
): Promise<string | null> {
  const row = await sql
    .selectFrom('wallets')
    .select(['linked_at', 'id'])
    .where(isBefore(after, LINK_PLACE))
    .$if(isStale, (query) => query.where('stale_at', 'is not', null))
    .orderBy('linked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(bounds.links - 1)
    .executeTakeFirst()
  return row ? getCursor({ at: row.linked_at, id: row.id }) : null
}

type Named = { words: readonly [string, ...string[]]; filter: MemberFilter }

/** Fills a page by queries that each look at a part of what is left. */
async function inScans(
  bounds: Bounds,
  { after, limit }: HostPage,
  scan: (from: string | null, limit: number) => Promise<FoundUsers>,
): Promise<FoundUsers> {
  const users: StoredUser[] = []
  let next = after
  for (let scans = 0; scans < bounds.scans && users.length < limit; scans += 1) {
    const scanned = await scan(next, limit - users.length)
    users.push(...scanned.users)
    next = scanned.next
    if (next === null) break
  }
  return { users, next }
}

async function scanNames(
  { sql, cipher, bounds }: Bounded,
  { words, filter }: Named,
  { from, limit }: { from: string | null; limit: number },
): Promise<FoundUsers> {
  const looked = await Promise.all(
    words.map((word) => lookAt(sql, findTerms(word, cipher), { from, bounds })),
  )
  const [rarest, ...others] = looked.toSorted(byReach)
  if (rarest === undefined) return { users: [], next: null }
  const { last } = rarest
  const rows = await sql
    .selectFrom('name_terms')
    .innerJoin('users', 'users.id', 'name_terms.user_id')
    .selectAll('users')
    .where((query) => query.and(inPart('name_terms', rarest)))
    .where((query) =>
      query.and(
        others.map((other) =>
          query(
            'name_terms.user_id',
            'in',
            query
              .selectFrom('name_terms as other')
              .select('other.user_id')
              .where((one) => one.and(inPart('other', { ...other, last }))),
          ),
        ),
      ),
    )
    .where((query) =>
      query.exists(
        query
          .selectFrom('wallets')
          .select('wallets.id')
          .whereRef('wallets.user_id', '=', 'name_terms.user_id')
          .where(fits('wallets', filter)),
      ),
    )
    .orderBy('name_terms.user_id')
    .limit(limit)
    .execute()
  const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : last
  return { users: rows.map((row) => toStoredUser(row, cipher)).filter(hasAll(words)), next }
}

/** The members with one of the terms, after `from` and up to `last`; null for no bound. */
type NamePart = { terms: readonly Uint8Array[]; from: string | null; last: string | null }

/** As many as one query looks at; `last` is null where these are all that are left. */
async function lookAt(
  sql: Sql,
  terms: readonly Uint8Array[],
  { from, bounds }: { from: string | null; bounds: Bounds },
): Promise<NamePart> {
  const row = await sql
    .selectFrom('name_terms')
    .select('user_id')
    .where((query) => query.and(inPart('name_terms', { terms, from, last: null })))
    .orderBy('user_id')
    .limit(1)
    .offset(bounds.names - 1)
    .executeTakeFirst()
  return { terms, from, last: row?.user_id ?? null }
}

/** The word of the fewest members first: as many names reach furthest. */
function byReach({ last: one }: NamePart, { last: other }: NamePart): number {
  if (one === other) return 0
  return one === null || (other !== null && one > other) ? -1 : 1
}

function inPart(
  table: 'name_terms' | 'other',
  { terms, from, last }: NamePart,
): RawBuilder<SqlBool>[] {
  const userId = raw.ref(`${table}.user_id`)
  return [
    raw<SqlBool>`${raw.ref(`${table}.term`)} in (${raw.join(terms)})`,
    ...(from === null ? [] : [raw<SqlBool>`${userId} > ${from}`]),
    ...(last === null ? [] : [raw<SqlBool>`${userId} <= ${last}`]),
  ]
}

/** A term stands for the beginning of a word alone. */
function hasAll(words: readonly string[]): (user: StoredUser) => boolean {
  return (user) => {
    const own = getNameWords(user)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
}
