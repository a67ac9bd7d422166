import { Migrator, type Kysely } from 'kysely'
import { judgeSchema, readMigrations, SchemaError } from './judge-schema.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Schema } from './schema.ts'

/** Runs in the transaction that opens a database: sees to it that the tables are those of this build, or throws. */
export type PrepareSchema = (db: Kysely<Schema>) => Promise<void>

/**
 * Migrates the database to the newest schema. Processes that start together take turns.
 *
 * @throws {SchemaError} for tables that no migration of this build leads from
 */
export const migrateSchema: PrepareSchema = async (db) => {
  const verdict = await findVerdict(db)
  if (verdict === 'current') return
  if (verdict === 'newer' || verdict === 'unreleased') throw new SchemaError(verdict)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('the database cannot be migrated', { cause: error })
}

/** @throws {SchemaError} unless this build works with the tables as they are */
export const requireSchema: PrepareSchema = async (db) => {
  const verdict = await findVerdict(db)
  if (verdict !== 'current') throw new SchemaError(verdict)
}

async function findVerdict(db: Kysely<Schema>) {
  return judgeSchema(await readMigrations(db))
}
