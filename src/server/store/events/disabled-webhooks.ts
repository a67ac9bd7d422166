import { createHash } from 'node:crypto'
import type { Store } from '../store.ts'
import type { SqlContext } from '../transaction.ts'

export function createDisabledWebhooks({
  database,
}: SqlContext): Pick<
  Store,
  'disableWebhook' | 'enableWebhook' | 'isWebhookDisabled' | 'pauseWebhook' | 'webhookPausedUntil'
> {
  return {
    async disableWebhook(url, now) {
      await database.write((sql) =>
        sql
          .insertInto('disabled_webhooks')
          .values({ url_hash: getHash(url), disabled_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },

    async enableWebhook(url) {
      await database.write(async (sql) => {
        await sql.deleteFrom('disabled_webhooks').where('url_hash', '=', getHash(url)).execute()
        await sql.deleteFrom('webhook_pauses').where('url_hash', '=', getHash(url)).execute()
      })
    },

    async isWebhookDisabled(url) {
      const row = await database.read
        .selectFrom('disabled_webhooks')
        .select('disabled_at')
        .where('url_hash', '=', getHash(url))
        .executeTakeFirst()
      return row !== undefined
    },

    async pauseWebhook(url, until) {
      await database.statement((sql) =>
        sql
          .insertInto('webhook_pauses')
          .values({ url_hash: getHash(url), until })
          .onConflict((conflict) => conflict.column('url_hash').doUpdateSet({ until }))
          .execute(),
      )
    },

    async webhookPausedUntil(url, now) {
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
