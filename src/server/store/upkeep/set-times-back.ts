import { sql as raw } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import type { SqlContext } from '../rows/transaction.ts'

/** Times at which something is due, is free again, or was looked at last. */
const TIMES = {
  events: ['notify_at', 'deliver_at'],
  request_posts: ['edit_at', 'free_at', 'shown_at'],
  multisigs: ['free_at', 'checked_at', 'missing_since'],
  cosignings: ['free_at', 'remind_at'],
  joins: ['due_at', 'free_at', 'decide_by'],
  wallets: ['check_at', 'checked_at', 'missing_since'],
  webhook_pauses: ['until'],
  rate_limits: ['due_at'],
} as const satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table])[] }

/** How far apart the processes of one database notice that their clock was set back, in milliseconds. */
const SAME_MS = 60_000
const NAME = 'set-back'

export function createSetTimesBack({ database }: SqlContext) {
  return {
    /**
     * After the clock was set back, moves the times that are in the future back as far, so that nothing waits longer
     * than it should. Of the processes that notice it at the same time, one does this.
     *
     * @param byMs how far the clock was set back
     * @param now by the new clock
     */
    async setTimesBack(byMs: number, now: EpochMs): Promise<void> {
      await database.write(async (sql) => {
        if (!(await isFirst(sql, now))) return
        for (const [table, columns] of Object.entries(TIMES))
          for (const column of columns) {
            const time = raw.ref(column)
            await raw`update ${raw.table(table)} set ${time} = ${time} - ${byMs} where ${time} > ${now}`.execute(
              sql,
            )
          }
      })
      database.rateLimits.setBack(byMs)
    },
  }
}

async function isFirst(sql: Sql, now: EpochMs): Promise<boolean> {
  const noted = await sql
    .insertInto('settings')
    .values({ name: NAME, value: toBytes(now) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: toBytes(now) })
        .where((query) =>
          query.or([
            query('settings.value', '<', toBytes(now - SAME_MS)),
            query('settings.value', '>', toBytes(now + SAME_MS)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return noted !== undefined
}

/** In the order of the times. */
function toBytes(time: EpochMs): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(time))
  return bytes
}
