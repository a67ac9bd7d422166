import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { MIGRATIONS } from '#server/store/database/migrations.ts'

/** Adds a migration that no database has run yet, until the test ends. */
export function plantMigration(statements: readonly string[] = []): void {
  MIGRATIONS['9998-planted'] = {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
  onTestFinished(() => void delete MIGRATIONS['9998-planted'])
}
