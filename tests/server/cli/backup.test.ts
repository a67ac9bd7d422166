import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { forget } from '#server/cli/forget.ts'
import { restore } from '#server/cli/restore.ts'
import { openLibsqlConnection } from '#server/store/database/sqlite-database.ts'
import type { EventPosition } from '#server/store/events/host-events.ts'
import type { Store } from '#server/store/store.ts'
import { openTerminal, stopServer, type Terminal } from './terminal.ts'

async function saveMembers(store: Store, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await store.saveUser(
      {
        telegramId: String(id),
        firstName: `Member ${id}`,
        username: null,
        language: 'en',
        mayMessage: true,
      },
      1_000,
    )
  }
}

/** Writes one event. */
async function deleteMember(store: Store, id: number): Promise<void> {
  await saveMembers(store, [id])
  const user = await store.findUserByTelegramId(String(id))
  await store.deleteUser(user?.id ?? '', 2_000)
}

async function namesIn(ids: readonly number[]) {
  const store = await terminal.openStore()
  const users = await Promise.all(ids.map((id) => store.findUserByTelegramId(String(id))))
  await store.close()
  return users.map((user) => user?.firstName)
}

const IDS = [101, 102, 103]
const NAMES = ['Member 101', 'Member 102', 'Member 103']

/** Its database holds three members, and there is a backup of it. */
let terminal: Terminal
beforeEach(async () => {
  terminal = await openTerminal()
  const store = await terminal.openStore()
  await saveMembers(store, IDS)
  await store.close()
  expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 0, err: '' })
  stopServer(terminal)
})

/** Leaves out the index of the log, which every process that opens the database makes and leaves. */
async function filesIn(): Promise<string[]> {
  const names = await readdir(terminal.directory)
  return names.filter((name) => !name.endsWith('-shm')).sort()
}

describe('backup', () => {
  test('a backup during writes holds all that was there at its start', async () => {
    terminal = await openTerminal()
    const store = await terminal.openStore()
    await saveMembers(store, IDS)
    const later = Array.from({ length: 200 }, (_, index) => 1_000 + index)
    const [made] = await Promise.all([terminal.run(backup, 'copy.db'), saveMembers(store, later)])
    expect(made.code).toBe(0)
    expect(made.out).toContain('bytes')
    expect(made.out).toContain('DATA_KEY')
    await store.close()
    stopServer(terminal)
    expect(await terminal.run(restore, 'copy.db', '--replace')).toMatchObject({ code: 0 })
    expect(await namesIn(IDS)).toEqual(NAMES)
  })

  test('only its owner can read a backup', async () => {
    expect((await stat(terminal.path('copy.db'))).mode & 0o777).toBe(0o600)
  })

  test('refuses to write onto an existing file, which stays as it is', async () => {
    await writeFile(terminal.path('mine.txt'), 'precious')
    const ran = await terminal.run(backup, 'mine.txt')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toContain('never overwritten')
    expect(await readFile(terminal.path('mine.txt'), 'utf8')).toBe('precious')
  })

  test('refuses to write onto the database itself', async () => {
    expect(await terminal.run(backup, 'clasp.db')).toMatchObject({ code: 1 })
    expect(await namesIn(IDS)).toEqual(NAMES)
  })

  test('refuses to write into a folder that does not exist', async () => {
    const ran = await terminal.run(backup, 'nowhere/copy.db')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('does not exist')
  })

  test('makes neither a backup nor a database when the database does not exist', async () => {
    terminal = await openTerminal()
    expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 1, out: '' })
    expect(await filesIn()).toEqual([])
  })

  test('leaves no file behind under another DATA_KEY', async () => {
    terminal.environment = { ...terminal.environment, DATA_KEY: randomBytes(32).toString('hex') }
    const before = await filesIn()
    expect(await terminal.run(backup, 'other.db')).toMatchObject({ code: 1 })
    expect(await filesIn()).toEqual(before)
  })

  test.each([
    ['no file', []],
    ['two files', ['a', 'b']],
  ])('%s is wrong use', async (_, args) => {
    terminal = await openTerminal()
    expect(await terminal.run(backup, ...args)).toMatchObject({ code: 2 })
  })
})

describe('restore', () => {
  test('brings back what the backup held, and keeps what it replaces', async () => {
    const store = await terminal.openStore()
    await saveMembers(store, [104])
    await store.close()
    stopServer(terminal)
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('npm start')
    expect(await namesIn([...IDS, 104])).toEqual([...NAMES, undefined])
    const aside = terminal.path('clasp.db.replaced-20261121T120000Z')
    expect(ran.out).toContain(aside)
    for (const name of ['clasp.db-wal', 'clasp.db-shm']) await rm(terminal.path(name))
    await rename(aside, terminal.path('clasp.db'))
    expect(await namesIn([104])).toEqual(['Member 104'])
  })

  test('makes the database on a new machine, readable only by its owner', async () => {
    const environment = {
      ...terminal.environment,
      DATABASE_URL: `file:${terminal.path('new.db')}`,
    }
    terminal.environment = environment
    expect(await terminal.run(restore, 'copy.db')).toMatchObject({ code: 0 })
    expect((await stat(terminal.path('new.db'))).mode & 0o777).toBe(0o600)
    expect((await filesIn()).filter((name) => name.includes('restoring'))).toEqual([])
  })

  test('makes a copy made by hand, which all can read, readable only by its owner, log included', async () => {
    for (const part of ['', '-wal']) {
      await copyFile(terminal.path(`clasp.db${part}`), terminal.path(`by-hand.db${part}`))
      await chmod(terminal.path(`by-hand.db${part}`), 0o644)
    }
    const environment = { ...terminal.environment, DATABASE_URL: `file:${terminal.path('new.db')}` }
    terminal.environment = environment
    expect(await terminal.run(restore, 'by-hand.db')).toMatchObject({ code: 0 })
    // Its log beside the former database, after a crash, would be read into that one.
    expect((await filesIn()).filter((name) => name.startsWith('new.db'))).toEqual(['new.db'])
    expect((await stat(terminal.path('new.db'))).mode & 0o777).toBe(0o600)
    expect(await namesIn(IDS)).toEqual(NAMES)
  })

  test('makes the folder of the database where there is none yet', async () => {
    const databaseUrl = `file:${terminal.path('data/clasp.db')}`
    terminal.environment = { ...terminal.environment, DATABASE_URL: databaseUrl }
    expect(await terminal.run(restore, 'copy.db')).toMatchObject({ code: 0 })
    expect((await stat(terminal.path('data'))).mode & 0o777).toBe(0o700)
  })

  test('deletes only those members again who were deleted after the backup', async () => {
    const store = await terminal.openStore()
    const gone = await store.findUserByTelegramId('102')
    await store.deleteUser(gone?.id ?? '', 2_000)
    await saveMembers(store, [102])
    await store.close()
    stopServer(terminal)
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('now again: 1 members')
    expect(await namesIn(IDS)).toEqual(['Member 101', undefined, 'Member 103'])
  })

  test.each([0, 1])(
    'a reader of events that came after a backup of %i learns that they are gone, and one who read no further continues',
    async (saved) => {
      terminal = await openTerminal()
      const store = await terminal.openStore()
      if (saved === 1) await deleteMember(store, 101)
      const before = await lastPosition(store)
      expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 0 })
      await deleteMember(store, 102)
      const after = await lastPosition(store)
      await store.close()
      stopServer(terminal)
      expect(await terminal.run(restore, 'copy.db', '--replace')).toMatchObject({ code: 0 })

      const restored = await terminal.openStore()
      expect(await restored.isOfThisHistory(after)).toBe(false)
      await deleteMember(restored, 103)
      expect(await lastPosition(restored)).toMatchObject({ position: after.position })
      expect(await restored.isOfThisHistory(after)).toBe(false)
      expect(await restored.isOfThisHistory(before)).toBe(true)
      await restored.close()
    },
  )

  test('refuses to replace a database without --replace', async () => {
    const before = await filesIn()
    const ran = await terminal.run(restore, 'copy.db')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('--replace')
    expect(await filesIn()).toEqual(before)
  })

  test('refuses while a server has the database open', async () => {
    const store = await terminal.openStore()
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('stop the server')
    await saveMembers(store, [104])
    await store.close()
    expect(await namesIn([104])).toEqual(['Member 104'])
  })

  test('refuses the wrong DATA_KEY and changes nothing', async () => {
    const rightEnvironment = terminal.environment
    terminal.environment = { ...rightEnvironment, DATA_KEY: randomBytes(32).toString('hex') }
    const before = await filesIn()
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('another DATA_KEY')
    expect(await filesIn()).toEqual(before)
    expect(await namesIn(IDS)).toEqual(NAMES)
  })

  test.each([
    ['half of it', (size: number) => Math.floor(size / 2)],
    ['whole pages of it', (size: number) => size - 4_096],
    ['its head', () => 100],
    ['a few bytes', () => 7],
  ])('refuses a truncated file, %s, and changes nothing', async (_, left) => {
    const copy = terminal.path('copy.db')
    await truncate(copy, left((await stat(copy)).size))
    const before = await filesIn()
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('no whole SQLite database')
    expect(await filesIn()).toEqual(before)
  })

  test('refuses a file with a flipped byte in every page', async () => {
    const bytes = await readFile(terminal.path('copy.db'))
    for (let at = 4_096; at < bytes.length; at += 4_096) bytes[at] = 0xff
    await writeFile(terminal.path('copy.db'), bytes)
    expect(await terminal.run(restore, 'copy.db', '--replace')).toMatchObject({ code: 1 })
    expect(await namesIn(IDS)).toEqual(NAMES)
  })

  test.each([
    ['an empty file', async (path: string) => writeFile(path, '')],
    [
      'a database of something else',
      async (path: string) => {
        const connection = openLibsqlConnection(path)
        connection.exec('create table songs (title text)')
        connection.close()
      },
    ],
  ])('refuses to restore %s', async (_, make) => {
    await make(terminal.path('foreign.db'))
    const ran = await terminal.run(restore, 'foreign.db', '--replace')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('not one of Clasp')
  })

  test('refuses a backup that a newer Clasp made', async () => {
    const connection = openLibsqlConnection(terminal.path('copy.db'))
    connection.exec("insert into kysely_migration values ('9999-later', '2030-01-01')")
    connection.close()
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('newer Clasp')
  })

  test.each([
    ['a file that is not there', 'gone.db', 'does not exist'],
    ['a folder', 'folder', 'Nothing was restored'],
  ])('refuses %s in place of a backup', async (_, name, words) => {
    await mkdir(terminal.path('folder'))
    const ran = await terminal.run(restore, name, '--replace')
    expect(ran.code).toBe(1)
    expect(ran.err).toContain(words)
  })

  test('moves a database aside as it is when it is broken itself', async () => {
    await rm(terminal.path('clasp.db-wal'))
    await writeFile(terminal.path('clasp.db'), 'this is no database, and was one yesterday')
    const ran = await terminal.run(restore, 'copy.db', '--replace')
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.out).toContain('members who were deleted after the backup are back')
    expect(ran.out).toContain('npm run forget')
    expect(await namesIn(IDS)).toEqual(NAMES)
  })
})

describe('forget', () => {
  test('deletes the members that it is given, and says how many were there', async () => {
    const store = await terminal.openStore()
    const users = await Promise.all(
      ['101', '103'].map((telegramId) => store.findUserByTelegramId(telegramId)),
    )
    await store.close()
    const ids = users.map((user) => user?.id ?? '')
    const first = await terminal.run(forget, ...ids)
    expect(first).toEqual({ code: 0, err: '', out: '2 deleted, 0 not there.' })
    expect(await namesIn(IDS)).toEqual([undefined, 'Member 102', undefined])
    const second = await terminal.run(forget, ...ids)
    expect(second).toEqual({ code: 0, err: '', out: '0 deleted, 2 not there.' })
  })

  test.each([
    ['is posted where there is a webhook', { WEBHOOK_URL: 'https://host.example/hook' }, 1],
    ['is posted to nobody where there is none', {}, 0],
  ])('the deletion %s', async (_, webhook, posted) => {
    const store = await terminal.openStore()
    const user = await store.findUserByTelegramId('101')
    Object.assign(terminal.environment, webhook)
    await terminal.run(forget, user?.id ?? '')
    const { now } = terminal.clock
    expect(await store.leaseDeliveries(now, now + 1, 9)).toHaveLength(posted)
  })

  test('takes an id that starts with a hyphen', async () => {
    const ran = await terminal.run(forget, `-${'x'.repeat(21)}`)
    expect(ran).toEqual({ code: 0, err: '', out: '0 deleted, 1 not there.' })
  })

  test.each([
    ['no id', []],
    ['a Telegram id', ['412087331']],
    ['a flag', ['--replace']],
  ])('%s is wrong use', async (_, args) => {
    expect(await terminal.run(forget, ...args)).toMatchObject({ code: 2, out: '' })
    expect(await namesIn(IDS)).toEqual(NAMES)
  })
})

describe('over Postgres', () => {
  test.each([
    ['backup', backup, 'pg_dump --format=custom'],
    ['restore', restore, 'pg_restore --clean'],
  ])("%s names Postgres's own command, without the password", async (_, command, line) => {
    terminal = await openTerminal()
    terminal.environment = {
      ...terminal.environment,
      DATABASE_URL:
        'postgres://clasp:hunter2@db.example.com:5433/clasp?sslmode=require&password=hunter2',
    }
    const ran = await terminal.run(command, 'copy.db')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toContain(line)
    expect(ran.err).toContain('postgres://clasp@db.example.com:5433/clasp?sslmode=require')
    expect(ran.err).not.toContain('hunter2')
  })
})

/** The position that a reader of all events reaches. */
async function lastPosition(store: Store): Promise<EventPosition> {
  const last = (await store.listHostEvents({ after: 0, limit: 10 })).at(-1)
  return { position: last?.position ?? 0, eventId: last?.event.id ?? null }
}
