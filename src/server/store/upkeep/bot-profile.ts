import * as v from 'valibot'
import type { Store } from '../store.ts'
import type { SqlContext } from '../transaction.ts'

const NAME = 'bot-profile'
const ProfileSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

export function createBotProfile({
  database,
}: SqlContext): Pick<Store, 'readBotProfile' | 'saveBotProfile'> {
  return {
    async readBotProfile() {
      const row = await database.read
        .selectFrom('settings')
        .select('value')
        .where('name', '=', NAME)
        .executeTakeFirst()
      return row ? v.parse(ProfileSchema, Buffer.from(row.value).toString()) : {}
    },

    async saveBotProfile(profile) {
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
