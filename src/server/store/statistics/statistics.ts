import { sql } from 'kysely'
import type { ClientPlatform } from '#shared/client-platform.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import { startOfDay, utcDay } from '../rows/utc-day.ts'
import type { SqlContext } from '../rows/transaction.ts'

/** The count of attempts that are equal in all counted properties. */
export type AttemptTally = {
  /** `linked`, `cancelled`, `expired`, or the code with which they failed. */
  outcome: string
  platform: ClientPlatform
  walletApp: string | null
  count: number
}

/** Counts without personal data. Attempts that were swept or deleted with their member stay counted, by day. */
export function createStatistics({ database }: SqlContext) {
  return {
    async countLinked(): Promise<number> {
      const { count } = await database.read
        .selectFrom('wallets')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    /**
     * How many of the currently linked wallets were linked on each UTC day from `since` on. Days without any are left
     * out.
     */
    async linkedByDay(since: EpochMs): Promise<{ day: string; count: number }[]> {
      const days = await database.read
        .selectFrom('wallets')
        .select(({ fn }) => [
          startOfDay('linked_at').as('start'),
          fn.countAll<number>().as('count'),
        ])
        .where('linked_at', '>=', since)
        .groupBy('start')
        .orderBy('start')
        .execute()
      return days.map(({ start, count }) => ({ day: utcDay(start), count }))
    },

    /** Settled attempts made from `since` on, the most frequent first. */
    async tallyAttempts(since: EpochMs, now: EpochMs): Promise<AttemptTally[]> {
      return byFrequency([
        ...(await readTallies(database.read, since)),
        ...(await tallyLive(database.read, since, now)),
      ])
    },
  }
}

type Tally = { outcome: string; platform: ClientPlatform; wallet_app: string; count: number }

function readTallies(db: Sql, since: EpochMs): Promise<Tally[]> {
  return db
    .selectFrom('attempt_tallies')
    .select(({ fn }) => [
      'outcome',
      'platform',
      'wallet_app',
      sql<number>`cast(${fn.sum('count')} as bigint)`.as('count'),
    ])
    .where('day', '>=', utcDay(since))
    .groupBy(['outcome', 'platform', 'wallet_app'])
    .execute()
}

/** Searches by `expires_at` too, because that has an index and is always later than `created_at`. */
function tallyLive(db: Sql, since: EpochMs, now: EpochMs): Promise<Tally[]> {
  const outcome = sql<string>`case
    when state in ('linked', 'cancelled') then state
    when state = 'failed' then error_code
    else 'expired' end`
  return (
    db
      .selectFrom('attempts')
      .select(({ fn }) => [
        outcome.as('outcome'),
        sql<ClientPlatform>`coalesce(client_platform, 'unknown')`.as('platform'),
        sql<string>`coalesce(wallet_app, '')`.as('wallet_app'),
        fn.countAll<number>().as('count'),
      ])
      .where('expires_at', '>=', since)
      .where('created_at', '>=', since)
      .where((query) =>
        query.or([
          query('state', 'in', ['linked', 'cancelled', 'failed']),
          query.and([query('expires_at', '<=', now), query('state', '!=', 'cosigned')]),
        ]),
      )
      // Grouped by position, because columns of the table have the same names.
      .groupBy([sql`1`, sql`2`, sql`3`])
      .execute()
  )
}

function byFrequency(tallies: readonly Tally[]): AttemptTally[] {
  const merged = new Map<string, AttemptTally>()
  for (const { outcome, platform, wallet_app, count } of tallies) {
    const key = JSON.stringify([outcome, platform, wallet_app])
    merged.set(key, {
      outcome,
      platform,
      walletApp: wallet_app === '' ? null : wallet_app,
      count: count + (merged.get(key)?.count ?? 0),
    })
  }
  return [...merged.values()].sort((one, other) => other.count - one.count)
}
