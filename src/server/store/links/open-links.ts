import type { LinkKind } from '#shared/drawn-link.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import { openCosignings } from '../rows/cosigning-rows.ts'
import { STANDING_ANSWERS } from '../rows/request-rows.ts'
import type { SqlContext } from '../rows/transaction.ts'

type FindOpen = (sql: Sql, code: string, now: EpochMs) => Promise<unknown>

export function createOpenLinks({ sql }: SqlContext) {
  return {
    /**
     * Whether what this code leads to is open to everybody who has the link. It takes the same statement where something was
     * behind the code as where nothing ever was, so that the time of an answer does not tell them apart.
     */
    isLinkOpen: async (link: { code: string; kind: LinkKind }, now: EpochMs): Promise<boolean> =>
      (await FIND_OPEN[link.kind](sql, link.code, now)) !== undefined,
  }
}

const FIND_OPEN: Record<LinkKind, FindOpen> = {
  // Who asks in a chat is for its members.
  request: (sql, code, now) =>
    sql
      .selectFrom('requests')
      .select('code')
      .where('code', '=', code)
      .where('closed_at', 'is', null)
      .where('expires_at', '>', now)
      .where('members_only', '=', 0)
      .where((query) =>
        query.or([query('max_answers', 'is', null), query('max_answers', '>', STANDING_ANSWERS)]),
      )
      .executeTakeFirst(),
  card: (sql, code) =>
    sql
      .selectFrom('cards')
      .innerJoin('wallets', 'wallets.id', 'cards.wallet_id')
      .select('cards.code')
      .where('cards.code', '=', code)
      .where('revoked_at', 'is', null)
      .where('stale_at', 'is', null)
      .executeTakeFirst(),
  cosign: (sql, code, now) =>
    openCosignings(sql, now).select('code').where('code', '=', code).executeTakeFirst(),
}
