import { createHash } from 'node:crypto'
import type { Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'

export function createDisabledWebhooks({
  database,
}: SqlContext): Pick<Store, 'disableWebhook' | 'enableWebhook' | 'isWebhookDisabled'> {
  return {
    async disableWebhook(url, now) {
      await database.write((sql) =>
        sql
          .insertInto('disabled_webhooks')
          .values({ url_hash: hashOf(url), disabled_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
    },

    async enableWebhook(url) {
      await database.write((sql) =>
        sql.deleteFrom('disabled_webhooks').where('url_hash', '=', hashOf(url)).execute(),
      )
    },

    async isWebhookDisabled(url) {
      const row = await database.read
        .selectFrom('disabled_webhooks')
        .select('disabled_at')
        .where('url_hash', '=', hashOf(url))
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** The path of a URL may hold a secret. */
function hashOf(url: string): Uint8Array {
  return createHash('sha256').update(url).digest()
}
