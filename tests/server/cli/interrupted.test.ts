// @module-tag wide

import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { migrate } from '#server/cli/migrate.ts'
import { restore } from '#server/cli/restore.ts'
import { createSetup } from '#server/cli/setup/setup.ts'
import { readDatabaseState, withDatabase } from '#server/store/database/database-state.ts'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { createScriptedPerson } from '#tests/support/scripted-person.ts'
import { spawnCommand } from '#tests/support/spawn-command.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { BOT_TOKEN, PUBLIC_URL, setStage } from '../bot/bot-harness.ts'
import { openTerminal, stopServer, type Terminal } from './terminal.ts'

const SLOW_MIGRATION = new URL('../../support/slow-migration.ts', import.meta.url).href
const PRESENT = Object.keys(MIGRATIONS)
const PLANTED = [...PRESENT, '9998-planted']
const FLAGS = ['--public-url', PUBLIC_URL, '--evm', 'off', '--yes']

/** A terminal whose database has some megabytes, and beside it a backup, copy.db. */
async function openLarge(): Promise<Terminal> {
  const terminal = await openTerminal()
  await terminal.run(migrate)
  await withDatabase(`file:${terminal.path('clasp.db')}`, async (db) => {
    await db.schema.createTable('ballast').addColumn('value', 'blob').execute()
    const ballast = db.withTables<{ ballast: { value: Uint8Array } }>()
    for (let index = 0; index < 8; index += 1) {
      const value = Uint8Array.from(randomBytes(2 ** 20))
      await ballast.insertInto('ballast').values({ value }).execute()
    }
  })
  expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 0 })
  stopServer(terminal)
  return terminal
}

/** The longest file that a process with a full disk may write, in blocks of 512 bytes. */
const FULL_DISK = 4_096

const LOADERS = { loaders: [SLOW_MIGRATION] }

/** Kills a command as soon as it has come so far. It may have ended before. */
async function killAt(
  terminal: Terminal,
  args: string[],
  hasComeSoFar: () => Promise<boolean>,
): Promise<void> {
  const { child, end } = spawnCommand(terminal, args, LOADERS)
  await expect.poll(hasComeSoFar, { interval: 1, timeout: 60_000 }).toBe(true)
  child.kill('SIGKILL')
  await end()
}

const killAtFile = (terminal: Terminal, args: string[], name: RegExp) =>
  killAt(terminal, args, async () =>
    (await readdir(terminal.directory)).some((file) => name.test(file)),
  )

/** Without the log and its index, which come and go with the connections of this process. */
async function listFiles({ directory }: Terminal): Promise<string[]> {
  return (await readdir(directory)).filter((name) => !/-(?:shm|wal)$/.test(name)).toSorted()
}

const appliedTo = async (databaseUrl: string) => (await readDatabaseState(databaseUrl)).migrations

describe('on a full disk', { timeout: 60_000 }, () => {
  test.each([
    ['a backup', ['backup', 'other.db'], /^No backup was made: .*\n$/],
    ['a restore', ['restore', 'copy.db', '--replace'], /^Nothing was restored\. .*\n$/],
    ['a migration', ['migrate'], /^Nothing was migrated\. .*\n$/],
  ])('%s changes nothing, leaves nothing and says so', async (_, args, sentence) => {
    const terminal = await openLarge()
    const before = await listFiles(terminal)
    const { code, err } = await spawnCommand(terminal, args, {
      ...LOADERS,
      fileBlocks: FULL_DISK,
    }).end()
    expect(code).toBe(1)
    expect(err).toMatch(sentence)
    expect(await listFiles(terminal)).toEqual(before)
    expect(await appliedTo(`file:${terminal.path('clasp.db')}`)).toEqual(PRESENT)
  })

  test('setup writes no half of a file, and says so', async () => {
    const stage = await setStage()
    const terminal = await openTerminal({ BOT_TOKEN, TELEGRAM_API_ROOT: stage.apiRoot })
    const { code, err } = await spawnCommand(terminal, ['setup', ...FLAGS], { fileBlocks: 0 }).end()
    expect(code).toBe(1)
    expect(err).toMatch(/^Not written: .*\n$/)
    expect(await readdir(terminal.directory)).toEqual([])
  })
})

describe('killed half way', { timeout: 90_000 }, () => {
  test('a backup leaves no file of its name, and the next one is whole', async () => {
    const terminal = await openLarge()
    await killAtFile(terminal, ['backup', 'other.db'], /^other\.db\.partial-/)
    await expect(stat(terminal.path('other.db'))).rejects.toThrow('ENOENT')
    expect(await terminal.run(backup, 'other.db')).toMatchObject({ code: 0 })
    expect(await appliedTo(`file:${terminal.path('other.db')}`)).toEqual(PRESENT)
  })

  test.each([/\.restoring-\w+$/, /-whole$/, /\.replaced-/])(
    'a restore that has made %s leaves a whole database, and the next one ends well',
    async (name) => {
      const terminal = await openLarge()
      await killAtFile(terminal, ['restore', 'copy.db', '--replace'], name)
      terminal.clock.now += 60_000
      expect(await terminal.run(restore, 'copy.db', '--replace')).toMatchObject({ code: 0 })
      const databases = (await readdir(terminal.directory)).filter((file) =>
        /^clasp\.db(?:\.replaced-\w+)?$/.test(file),
      )
      expect(databases.length).toBeGreaterThan(1)
      for (const file of databases)
        expect(await appliedTo(`file:${terminal.path(file)}`)).toEqual(PRESENT)
    },
  )

  test('a migration of SQLite leaves the former tables, and the next one migrates', async () => {
    const terminal = await openLarge()
    await killAtFile(terminal, ['migrate'], /^clasp\.db\.before-9998-planted$/)
    const databaseUrl = `file:${terminal.path('clasp.db')}`
    expect(await appliedTo(databaseUrl)).toEqual(PRESENT)
    plantMigration()
    expect(await terminal.run(migrate)).toMatchObject({ code: 0 })
    expect(await appliedTo(databaseUrl)).toEqual(PLANTED)
  })

  test('setup leaves a whole file or none, and the next one ends well', async () => {
    const stage = await setStage()
    const terminal = await openTerminal({ BOT_TOKEN, TELEGRAM_API_ROOT: stage.apiRoot })
    await killAt(terminal, ['setup', ...FLAGS], () =>
      Promise.resolve(stage.methods().includes('setMyDescription')),
    )
    const written = await readFile(terminal.path('.env'), 'utf8')
    terminal.environment = { ...parseEnv(written), ...terminal.environment }
    const setup = createSetup(createScriptedPerson([]))
    expect(await terminal.run(setup, '--yes')).toMatchObject({ code: 0, err: '' })
    expect(await readFile(terminal.path('.env'), 'utf8')).toBe(written)
  })

  describe('over Postgres', () => {
    const postgres = runDialect(postgresDialect())

    test('a migration leaves the former tables, and the next one migrates', async () => {
      const databaseUrl = await postgres.createDatabase()
      const terminal = await openTerminal()
      terminal.environment = { ...terminal.environment, DATABASE_URL: databaseUrl }
      await terminal.run(migrate)
      await withDatabase(databaseUrl, async (db) => {
        const activity = db.withTables<{ pg_stat_activity: { query: string } }>()
        await killAt(terminal, ['migrate', '--backed-up'], async () => {
          const found = await activity
            .selectFrom('pg_stat_activity')
            .select('query')
            .where('query', 'like', '%create table planted%')
            .where('query', 'not like', '%pg_stat_activity%')
            .executeTakeFirst()
          return found !== undefined
        })
      })
      plantMigration()
      expect(await terminal.run(migrate, '--backed-up')).toMatchObject({
        code: 0,
        out: 'Migrated: 9998-planted',
      })
      expect(await appliedTo(databaseUrl)).toEqual(PLANTED)
    })
  })
})

describe('twice at once', () => {
  test.each([
    ['backups to one file', backup, ['other.db']],
    ['restores to one place', restore, ['copy.db']],
  ] as const)(
    'of two %s one is made, and the other says that it exists',
    async (_, command, args) => {
      const terminal = await openLarge()
      if (command === restore) terminal.environment = elsewhere(terminal)
      const ran = await Promise.all([0, 1].map(() => terminal.run(command, ...args)))
      expect(ran.filter(({ code }) => code === 0)).toHaveLength(1)
      expect(ran.find(({ code }) => code === 1)?.err).toContain('never overwritten')
    },
  )

  test('two migrations migrate once, and both end well', async () => {
    const terminal = await openLarge()
    plantMigration()
    const ran = await Promise.all([0, 1].map(() => terminal.run(migrate)))
    expect(ran.map(({ code }) => code)).toEqual([0, 0])
    const names = (await readdir(terminal.directory)).filter((name) => name.includes('.before-'))
    expect(names.filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual([
      'clasp.db.before-9998-planted',
    ])
  })
})

/** A place in which no database is. */
function elsewhere(terminal: Terminal) {
  return { ...terminal.environment, DATABASE_URL: `file:${terminal.path('new.db')}` }
}
