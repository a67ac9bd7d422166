import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { Schema } from './schema.ts'

/** How the tables of a database stand to this build. */
export type SchemaVerdict =
  /** There are none yet. */
  | 'empty'
  /** This build works with them. */
  | 'current'
  /** This build has migrations that were not run. */
  | 'older'
  /** Another build has run migrations that this one cannot work beside. */
  | 'newer'
  /** They were made before version 1.0.0, from which no migration leads here. */
  | 'unreleased'

/** The tables are not those of this build. */
export class SchemaError extends Error {
  override name = 'SchemaError'
  /** `SCHEMA_` and the verdict in capitals, which `databaseFailure` reads. */
  readonly code: string
  constructor(verdict: Exclude<SchemaVerdict, 'current'>) {
    super(`the schema of the database is ${verdict}`)
    this.code = `SCHEMA_${verdict.toUpperCase()}`
  }
}

const FIRST = '1.0.0-first-schema'

/** @param applied names of the migrations that the database has run */
export function judgeSchema(
  applied: readonly string[],
  known: readonly string[] = Object.keys(MIGRATIONS),
): SchemaVerdict {
  if (applied.length === 0) return 'empty'
  if (!applied.includes(FIRST)) return 'unreleased'
  const missing = listMissing(applied, known)
  const foreign = applied.filter((name) => !known.includes(name))
  if (foreign.length === 0) return missing.length === 0 ? 'current' : 'older'
  return missing.length === 0 && foreign.every((name) => runsBeside(name, known))
    ? 'current'
    : 'newer'
}

/** The migrations of this build that the database has not run, in order. */
export function listMissing(
  applied: readonly string[],
  known: readonly string[] = Object.keys(MIGRATIONS),
): string[] {
  return known.filter((name) => !applied.includes(name))
}

const EXPANSION = /^\d+\.\d+\.\d+-expand-/
const CONTRACTION = /^\d+\.\d+\.\d+-contract-(.+)$/

/**
 * Whether a build that does not know a migration works with its tables. An expansion only adds. A contraction names the
 * expansion that it ends: the builds that know this one have stopped to use what goes.
 */
function runsBeside(name: string, known: readonly string[]): boolean {
  const [, expansion] = CONTRACTION.exec(name) ?? []
  return expansion === undefined ? EXPANSION.test(name) : known.includes(expansion)
}

/** Names of the applied migrations, in order; none where the database has no tables. */
export async function readMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration') ? listMigrations(db) : []
}

/** @throws where the database has no tables */
export async function listMigrations(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
