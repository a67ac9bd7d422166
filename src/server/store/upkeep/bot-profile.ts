import * as v from 'valibot'
import { findSetting, setSetting } from '../database/settings.ts'
import type { SqlContext } from '../rows/transaction.ts'

const NAME = 'bot-profile'
const ProfileSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

export function createBotProfile({ database }: SqlContext) {
  return {
    /** Fingerprints of the bot's texts and buttons that we have set, by the name of the field. */
    async readBotProfile(): Promise<Record<string, string>> {
      const value = await findSetting(database.read, NAME)
      return value ? v.parse(ProfileSchema, Buffer.from(value).toString()) : {}
    },

    saveBotProfile: (profile: Record<string, string>): Promise<void> =>
      database.statement((sql) => setSetting(sql, NAME, Buffer.from(JSON.stringify(profile)))),
  }
}
