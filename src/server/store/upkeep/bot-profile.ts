import * as v from 'valibot'
import type { SqlContext } from '../rows/transaction.ts'

const NAME = 'bot-profile'
const ProfileSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

export function createBotProfile({ database }: SqlContext) {
  return {
    /** Fingerprints of the bot's texts and buttons that we have set, by the name of the field. */
    async readBotProfile(): Promise<Record<string, string>> {
      const row = await database.read
        .selectFrom('settings')
        .select('value')
        .where('name', '=', NAME)
        .executeTakeFirst()
      return row ? v.parse(ProfileSchema, Buffer.from(row.value).toString()) : {}
    },

    async saveBotProfile(profile: Record<string, string>): Promise<void> {
      const value = Buffer.from(JSON.stringify(profile))
      await database.statement((sql) =>
        sql
          .insertInto('settings')
          .values({ name: NAME, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute(),
      )
    },
  }
}
