import { createHash } from 'node:crypto'
import { findRow } from '../database/find-row.ts'
import type { SqlContext } from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'

export function createDisabledWebhooks({ database }: SqlContext) {
  return {
    /** The receiver wants no more events (410). This applies to the URL and survives restarts. */
    async disableWebhook(url: string, now: EpochMs): Promise<void> {
      await database.write((sql) =>
        sql
          .insertInto('disabled_webhooks')
          .values({ url_hash: getHash(url), disabled_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },

    async enableWebhook(url: string): Promise<void> {
      await database.write(async (sql) => {
        await sql.deleteFrom('disabled_webhooks').where('url_hash', '=', getHash(url)).execute()
        await sql.deleteFrom('webhook_pauses').where('url_hash', '=', getHash(url)).execute()
      })
    },

    async isWebhookDisabled(url: string): Promise<boolean> {
      const url_hash = getHash(url)
      return (await findRow(database.read, 'disabled_webhooks', { url_hash })) !== undefined
    },

    /** The receiver requested a pause until then. */
    async pauseWebhook(url: string, until: EpochMs): Promise<void> {
      await database.statement((sql) =>
        sql
          .insertInto('webhook_pauses')
          .values({ url_hash: getHash(url), until })
          .onConflict((conflict) => conflict.column('url_hash').doUpdateSet({ until }))
          .execute(),
      )
    },

    /** Until when deliveries are paused; null when they are not. */
    async webhookPausedUntil(url: string, now: EpochMs): Promise<EpochMs | null> {
      const row = await database.read
        .selectFrom('webhook_pauses')
        .select('until')
        .where('url_hash', '=', getHash(url))
        .where('until', '>', now)
        .executeTakeFirst()
      return row?.until ?? null
    },
  }
}

/** The path of a URL may hold a secret. */
function getHash(url: string): Uint8Array {
  return createHash('sha256').update(url).digest()
}
