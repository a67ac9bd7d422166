import { Migrator, type Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { Schema } from './schema.ts'

/** Migrates the database to the newest schema. Processes that start together take turns. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('the database cannot be migrated', { cause: error })
}
