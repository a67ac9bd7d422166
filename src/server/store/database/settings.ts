import type { Schema } from './schema.ts'
import type { Sql } from './sql-database.ts'

type SettingName = Schema['settings']['name']

export async function findSetting(sql: Sql, name: SettingName): Promise<Uint8Array | null> {
  const row = await sql
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}

export async function setSetting(sql: Sql, name: SettingName, value: Uint8Array): Promise<void> {
  await sql
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
