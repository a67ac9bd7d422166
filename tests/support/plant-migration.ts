import { onTestFinished } from 'vitest'
import { MIGRATIONS } from '#server/store/database/migrations.ts'

/** Adds a migration that no database has run yet, until the test ends. */
export function plantMigration(): void {
  MIGRATIONS['9998-planted'] = { up: () => Promise.resolve() }
  onTestFinished(() => void delete MIGRATIONS['9998-planted'])
}
