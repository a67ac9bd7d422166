import { findRow } from './find-row.ts'
import type { Schema } from './schema.ts'
import type { Sql } from './sql-database.ts'

type SettingName = Schema['settings']['name']

export async function findSetting(sql: Sql, name: SettingName): Promise<Uint8Array | null> {
  return (await findRow(sql, 'settings', { name }))?.value ?? null
}

export async function setSetting(sql: Sql, name: SettingName, value: Uint8Array): Promise<void> {
  await sql
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
