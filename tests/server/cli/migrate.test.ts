import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { adopt } from '#server/cli/adopt.ts'
import { backup } from '#server/cli/backup.ts'
import type { Command } from '#server/cli/command.ts'
import { forget } from '#server/cli/forget.ts'
import { keys } from '#server/cli/keys.ts'
import { migrate } from '#server/cli/migrate.ts'
import { restore } from '#server/cli/restore.ts'
import { readDatabaseState, withDatabase } from '#server/store/database/database-state.ts'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import { saveMoveMark } from '#server/store/database/move-mark.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { BOT_TOKEN } from '../bot/bot-harness.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const PRESENT = Object.keys(MIGRATIONS)
const MEMBER = 'x'.repeat(22)

let terminal: Terminal
beforeEach(async () => {
  terminal = await openTerminal()
  await terminal.run(migrate)
  terminal.environment = { ...terminal.environment, BOT_TOKEN }
})

async function listApplied(name = 'clasp.db'): Promise<string[]> {
  return (await readDatabaseState(`file:${terminal.path(name)}`)).migrations
}

/** Replaces the names of the applied migrations. */
async function pretend(names: readonly string[]): Promise<void> {
  await withDatabase(`file:${terminal.path('clasp.db')}`, async (db) => {
    const applied = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    await applied.deleteFrom('kysely_migration').execute()
    const rows = names.map((name) => ({ name, timestamp: '2026-11-26' }))
    await applied.insertInto('kysely_migration').values(rows).execute()
  })
}

const COMMANDS: [name: string, command: Command, args: string[]][] = [
  ['keys add', keys, ['add', 'bot', '--scope', 'wallets:read']],
  ['keys list', keys, ['list']],
  ['forget', forget, [MEMBER]],
  ['adopt', adopt, []],
]

describe.each(COMMANDS)('%s', (_, command, args) => {
  test('refuses a database that this version has yet to migrate, and leaves it so', async () => {
    plantMigration()
    const ran = await terminal.run(command, ...args)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(/^Not done: the database is of an earlier version of Clasp;.*$/)
    expect(await listApplied()).toEqual(PRESENT)
  })

  test.each([
    [[...PRESENT, '9.0.0-contract-8.0.0-expand-all'], 'a newer Clasp has migrated'],
    [['0001-first-schema', '0021-strange-groups'], 'of a day before version 1.0.0'],
  ])('refuses a database of %j in one sentence', async (names, words) => {
    await pretend(names)
    const ran = await terminal.run(command, ...args)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(/^Not done: .*$/)
    expect(ran.err).toContain(words)
  })

  test('works beside a newer version whose migration only adds', async () => {
    await pretend([...PRESENT, '9.0.0-expand-more'])
    expect(await terminal.run(command, ...args)).toMatchObject({ code: 0 })
  })

  test('makes no database where there is none', async () => {
    terminal = await openTerminal()
    terminal.environment = { ...terminal.environment, BOT_TOKEN }
    const ran = await terminal.run(command, ...args)
    expect(ran.err).toBe(
      'Not done: there is no database there yet; the commands start and migrate make it',
    )
    expect(ran.code).toBe(1)
    await expect(stat(terminal.path('clasp.db'))).rejects.toThrow('ENOENT')
  })
})

test('a backup of a database that is yet to be migrated is one of before, and restores so', async () => {
  plantMigration()
  expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 0, err: '' })
  expect(await listApplied()).toEqual(PRESENT)
  expect(await listApplied('copy.db')).toEqual(PRESENT)
  const databaseUrl = `file:${terminal.path('new.db')}`
  terminal.environment = { ...terminal.environment, DATABASE_URL: databaseUrl }
  const ran = await terminal.run(restore, 'copy.db')
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(ran.out).toContain('of an earlier version')
  expect(await listApplied('new.db')).toEqual(PRESENT)
})

describe('migrate', () => {
  test('keeps the database as it was, and migrates once', async () => {
    plantMigration()
    const ran = await terminal.run(migrate)
    const kept = terminal.path('clasp.db.before-9998-planted')
    expect(ran).toEqual({
      code: 0,
      err: '',
      out: `Migrated: 9998-planted\nThe database as it was before is kept as ${kept}`,
    })
    expect(await listApplied()).toEqual([...PRESENT, '9998-planted'])
    expect(await listApplied('clasp.db.before-9998-planted')).toEqual(PRESENT)
    expect((await stat(kept)).mode & 0o777).toBe(0o600)
    expect((await terminal.run(migrate)).out).toContain('nothing to migrate')
  })

  test('refuses what another version has migrated', async () => {
    await pretend(['0001-first-schema'])
    const ran = await terminal.run(migrate)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toContain('of a day before version 1.0.0')
  })

  test('leaves a database of another key as it is', async () => {
    plantMigration()
    terminal.environment = { ...terminal.environment, DATA_KEY: randomBytes(32).toString('hex') }
    const ran = await terminal.run(migrate)
    const refusal = 'Not done: DATA_KEY is not the key of this database'
    expect(ran).toEqual({ code: 1, out: '', err: refusal })
    expect(await listApplied()).toEqual(PRESENT)
  })

  test('leaves a database that was moved as it is', async () => {
    plantMigration()
    const mark = { state: 'left', run: 'x', place: 'elsewhere' } as const
    await withDatabase(`file:${terminal.path('clasp.db')}`, (db) => saveMoveMark(db, mark))
    const ran = await terminal.run(migrate)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toContain('the database was moved to elsewhere')
    expect(await listApplied()).toEqual(PRESENT)
  })

  describe('over Postgres', () => {
    const postgres = runDialect(postgresDialect())

    test('names pg_dump first, and migrates once there is a dump', async () => {
      const databaseUrl = await postgres.createDatabase()
      terminal.environment = { ...terminal.environment, DATABASE_URL: databaseUrl }
      plantMigration()
      const first = await terminal.run(migrate)
      expect(first).toMatchObject({ code: 1, out: '' })
      expect(first.err).toContain('pg_dump --format=custom')
      expect(first.err).not.toContain(`:${new URL(databaseUrl).password}@`)
      expect((await readDatabaseState(databaseUrl)).migrations).toEqual(PRESENT)
      const second = await terminal.run(migrate, '--backed-up')
      expect(second).toEqual({ code: 0, err: '', out: 'Migrated: 9998-planted' })
    })
  })
})
