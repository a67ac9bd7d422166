// @module-tag wide

import { randomBytes } from 'node:crypto'
import { symlink, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDoctor } from '#server/cli/doctor/doctor.ts'
import { keys } from '#server/cli/keys.ts'
import { migrate } from '#server/cli/migrate.ts'
import { move } from '#server/cli/move.ts'
import { getPlace } from '#server/store/database/database-place.ts'
import { withDatabase } from '#server/store/database/database-state.ts'
import { saveMoveMark } from '#server/store/database/move-mark.ts'
import { openStore } from '#server/store/open-store.ts'
import { countWaiting } from '#tests/support/count-waiting.ts'
import { fillTables } from '#tests/support/fill-tables.ts'
import { freePort } from '#tests/support/free-port.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { getBytes } from '#tests/support/store-secrets.ts'
import {
  type Dump,
  postgresDialect,
  sqliteDialect,
  runDialect,
} from '#tests/support/store-dialects.ts'
import { linkedWallet, NOON, proveWallet, sampleMember } from '#tests/support/store-samples.ts'
import { openTerminal, stopServer, type Terminal } from './terminal.ts'

const postgres = runDialect(postgresDialect())
const sqlite = sqliteDialect()

const urlOf = (terminal: Terminal) => `file:${terminal.path('clasp.db')}`

/** A terminal whose database is of this version. */
async function openMigrated(): Promise<Terminal> {
  const terminal = await openTerminal()
  await terminal.run(migrate)
  stopServer(terminal)
  return terminal
}

const keyOf = ({ environment }: Terminal) => Buffer.from(environment['DATA_KEY'] ?? '', 'hex')

/** Names another database in the settings. */
function point(terminal: Terminal, databaseUrl: string): void {
  terminal.environment = { ...terminal.environment, DATABASE_URL: databaseUrl }
}

const NOT_MOVED = new Set(['kysely_migration', 'kysely_migration_lock', 'rate_limits'])

/** The rows that a move copies, as text, whatever the database. */
function getContent(dump: Dump): Record<string, string[]> {
  const tables = Object.entries(dump).filter(([name]) => !NOT_MOVED.has(name))
  return Object.fromEntries(
    tables.map(([name, rows]) => [
      name,
      rows
        .filter((row) => row['name'] !== 'move')
        .map((row) => JSON.stringify(Object.entries(row).map(([key, value]) => [key, show(value)])))
        .sort(),
    ]),
  )
}

function show(value: unknown): string | null {
  return value === null ? null : getBytes(value).toString('hex')
}

describe('every column of every table', () => {
  test('is the same in Postgres, and again in SQLite', async () => {
    const terminal = await openMigrated()
    await fillTables(urlOf(terminal))
    const before = getContent(await sqlite.dump(urlOf(terminal)))
    stopServer(terminal)
    expect(Object.keys(before).length).toBeGreaterThan(20)
    expect(Object.values(before).every((rows) => rows.length >= 3)).toBe(true)

    const away = await postgres.createEmptyDatabase()
    const there = await terminal.run(move, '--to', away)
    expect(there).toMatchObject({ code: 0, err: '' })
    expect(getContent(await postgres.dump(away))).toEqual(before)
    expect(there.out).toMatch(/^users +3 +3 +([\da-f]{16}) +\1$/m)

    point(terminal, away)
    const back = await terminal.run(move, '--to', `file:${terminal.path('other/clasp.db')}`)
    expect(back).toMatchObject({ code: 0, err: '' })
    const target = `file:${terminal.path('other/clasp.db')}`
    expect(getContent(await sqlite.dump(target))).toEqual(before)
    expect((await stat(terminal.path('other/clasp.db'))).mode & 0o777).toBe(0o600)
    expect((await stat(terminal.path('other'))).mode & 0o777).toBe(0o700)
  })

  test('moves with a table and a column that a later migration adds', async () => {
    plantMigration([
      'create table notes (id text primary key, user_id text references users (id), body bytea)',
      'alter table wallets add column note_id text references notes (id)',
    ])
    const terminal = await openMigrated()
    await fillTables(urlOf(terminal))
    stopServer(terminal)
    const away = await postgres.createEmptyDatabase()
    expect(await terminal.run(move, '--to', away)).toMatchObject({ code: 0, err: '' })
    const { notes = [], wallets = [] } = await postgres.dump(away)
    expect(notes).toHaveLength(3)
    expect(wallets.filter(({ note_id }) => note_id !== null)).toHaveLength(2)
  })

  test.each([
    ['create table songs (title text)', 'songs.title'],
    ['alter table wallets add column colour text', 'wallets.colour'],
  ])('is refused where this version does not know one: %s', async (statement, name) => {
    const terminal = await openMigrated()
    await sqlite.alter(urlOf(terminal), statement)
    const ran = await terminal.run(move, '--to', await postgres.createEmptyDatabase())
    expect(ran.code).toBe(1)
    expect(ran.err).toBe(
      `Not done: the database has ${name}, which this version does not know and would not move`,
    )
  })

  test('needs no other sequence than that of the events', async () => {
    const away = await postgres.createDatabase()
    const { rows } = await withDatabase(away, (db) =>
      sql`select sequencename from pg_sequences where schemaname = current_schema()`.execute(db),
    )
    expect(rows).toEqual([{ sequencename: 'event_sequence' }])
  })
})

describe('a database that goes to Postgres and comes back', () => {
  test('has its members, and goes on with its events, on either side', async () => {
    const terminal = await openTerminal()
    const store = await terminal.openStore()
    const member = await sampleMember(store)
    await proveWallet(store, member.id)
    const [first] = await store.listHostEvents({ after: 0, limit: 10 })
    await store.close()
    stopServer(terminal)

    const away = await postgres.createEmptyDatabase()
    expect(await terminal.run(move, '--to', away)).toMatchObject({ code: 0 })
    const moved = await openStore({ databaseUrl: away, dataKey: keyOf(terminal), delivers: false })
    expect(await moved.findUser(member.id)).toEqual(member)
    const cursor = { position: first?.position ?? 0, eventId: first?.event.id ?? null }
    expect(await moved.isOfThisHistory(cursor)).toBe(true)
    await proveWallet(moved, member.id)
    const [second] = await moved.listHostEvents({ after: cursor.position, limit: 10 })
    expect(second?.position).toBe(cursor.position + 1)
    await moved.close()

    stopServer(terminal)
    point(terminal, away)
    const back = await terminal.run(move, '--to', urlOf(terminal))
    expect(back).toMatchObject({ code: 0, err: '' })
    expect(back.out).toMatch(/^wallets: 2 rows, of which 1 were written; 0 deleted$/m)
    const returned = await terminal.openStore()
    await proveWallet(returned, member.id)
    const events = await returned.listHostEvents({ after: 0, limit: 10 })
    expect(events.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(events[1]?.event.id).toBe(second?.event.id)
    const sequences = (await sqlite.dump(urlOf(terminal)))['events']?.map((row) => row['sequence'])
    expect(new Set(sequences).size).toBe(3)
    await returned.close()
  })
})

describe('while a server uses the database', () => {
  test('the copy follows what is added, changed, exchanged and deleted, and waits for the end', async () => {
    const terminal = await openTerminal()
    const store = await terminal.openStore()
    const [ada, ilya, negar] = [
      await sampleMember(store),
      await sampleMember(store),
      await sampleMember(store),
    ]
    const first = await proveWallet(store, ada.id)
    const { id: secondId } = linkedWallet((await proveWallet(store, ada.id)).outcome)
    await proveWallet(store, negar.id)
    const away = await postgres.createEmptyDatabase()
    const ran = await terminal.run(move, '--to', away)
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(
      /^The copy is up to date, .*\nStop it and .* again: the rest takes about \d+ s\.$/,
    )

    // Unique among the wallets are: the primary one of a member, and the holder of an account.
    await store.setPrimary(secondId, ada.id)
    await store.unlinkWallet(linkedWallet(first.outcome).id, ada.id, NOON)
    await proveWallet(store, ilya.id, first.proven)
    await store.deleteUser(negar.id, NOON)
    await terminal.run(move, '--to', away)
    const opening = openStore({ databaseUrl: away, dataKey: keyOf(terminal), delivers: false })
    await expect(opening).rejects.toThrow(
      `the database is an unfinished copy of ${terminal.path('clasp.db')}`,
    )
    await store.close()
    stopServer(terminal)
    const last = await terminal.run(move, '--to', away)
    expect(last).toMatchObject({ code: 0, err: '' })
    expect(getContent(await postgres.dump(away))).toEqual(
      getContent(await sqlite.dump(urlOf(terminal))),
    )
  })
})

async function openMoved(): Promise<{ terminal: Terminal; away: string }> {
  const terminal = await openMigrated()
  const away = await postgres.createEmptyDatabase()
  expect(await terminal.run(move, '--to', away)).toMatchObject({ code: 0 })
  stopServer(terminal)
  return { terminal, away }
}

describe('a database that was moved', () => {
  test('is refused by servers and commands, and the doctor says so', async () => {
    const { terminal, away } = await openMoved()
    const { host, pathname } = new URL(away)
    const words = `the database was moved to postgres://${host}${pathname}`
    await expect(terminal.openStore()).rejects.toThrow(words)
    const listed = await terminal.run(keys, 'list')
    expect(listed).toMatchObject({ code: 1, out: '' })
    expect(listed.err).toContain(words)
    const doctor = createDoctor({
      readCertificate: () => Promise.reject(new Error('no network')),
      freeBytes: () => Promise.resolve(Infinity),
    })
    expect((await terminal.run(doctor)).out).toContain(words)
  })

  test('is not moved twice, and not to another place', async () => {
    const { terminal, away } = await openMoved()
    const again = await terminal.run(move, '--to', away)
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toContain('The database is at postgres://')
    const elsewhere = await terminal.run(move, '--to', await postgres.createEmptyDatabase())
    expect(elsewhere).toMatchObject({ code: 1, out: '' })
    expect(elsewhere.err).toContain('the database was moved to postgres://')
  })

  test('can be used again, by a command that says what it lacks', async () => {
    const { terminal } = await openMoved()
    const ran = await terminal.run(move, '--undo')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('What came after that is not in it.')
    await (await terminal.openStore()).close()
    expect(await terminal.run(move, '--undo')).toMatchObject({
      code: 1,
      err: 'The database was not moved.',
    })
  })

  test('is no target for another one', async () => {
    const { terminal } = await openMoved()
    const other = await openMigrated()
    other.environment = { ...terminal.environment, DATABASE_URL: urlOf(other) }
    const ran = await other.run(move, '--to', urlOf(terminal))
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(/^Not done: .*DATA_KEY|^Not done: the target was moved to/)
  })

  test('hands over when the command ended between its two marks', async () => {
    const { terminal, away } = await openMoved()
    await postgres.alter(
      away,
      `update settings set value = replace(encode(value, 'escape'), 'arrived', 'arriving')::bytea where name = 'move'`,
    )
    const ran = await terminal.run(move, '--to', away)
    expect(ran).toMatchObject({ code: 0, err: '' })
    const store = await openStore({
      databaseUrl: away,
      dataKey: keyOf(terminal),
      delivers: false,
    })
    await store.close()
  })
})

describe('a run of the command that another one overtakes', () => {
  test.each([
    ['looks at the target', 'lock table admin_actions in access exclusive mode'],
    ['marks the target', "select pg_advisory_xact_lock(hashtextextended('move', 0))"],
  ])('takes over from it, where that came as it %s', async (_, hold) => {
    const terminal = await openMigrated()
    await fillTables(urlOf(terminal))
    stopServer(terminal)
    const away = await postgres.createDatabase()
    let ran: ReturnType<Terminal['run']> | undefined
    await withDatabase(away, async (db) => {
      await db.transaction().execute(async (other) => {
        await sql.raw(hold).execute(other)
        ran = terminal.run(move, '--to', away)
        await expect.poll(() => countWaiting(other), { timeout: 5_000 }).toBe(1)
        await saveMoveMark(other, {
          state: 'arriving',
          run: 'other',
          place: getPlace(urlOf(terminal)),
        })
      })
    })
    expect(await ran).toMatchObject({ code: 0, err: '' })
  })
})

/** What must stay as it is, with what the command says of it. */
const REFUSED: [
  name: string,
  prepare: (terminal: Terminal) => Promise<string>,
  words: string | RegExp,
][] = [
  [
    'a source that is not there',
    async (terminal) => {
      point(terminal, `file:${terminal.path('missing.db')}`)
      return `file:${terminal.path('new.db')}`
    },
    'Not done: there is no database there yet; the commands start and migrate make it',
  ],
  [
    'an empty source',
    async (terminal) => {
      point(terminal, await postgres.createEmptyDatabase())
      return `file:${terminal.path('new.db')}`
    },
    'Not done: there is no database there yet; the commands start and migrate make it',
  ],
  [
    'a source of an earlier version',
    async (terminal) => {
      plantMigration()
      return `file:${terminal.path('new.db')}`
    },
    /^Not done: the database is of an earlier version of Clasp; the commands start/,
  ],
  [
    'a source of a later version',
    async (terminal) => {
      await sqlite.alter(
        urlOf(terminal),
        "insert into kysely_migration values ('9.0.0-other', '2030-01-01')",
      )
      return `file:${terminal.path('new.db')}`
    },
    /^Not done: a newer Clasp has migrated the database/,
  ],
  [
    'another DATA_KEY',
    async (terminal) => {
      const { environment } = terminal
      terminal.environment = { ...environment, DATA_KEY: randomBytes(32).toString('hex') }
      return `file:${terminal.path('new.db')}`
    },
    'Not done: DATA_KEY is not the key of this database',
  ],
  [
    'the database itself as its target',
    async () => 'file:./clasp.db',
    '--to names the database of DATABASE_URL itself.',
  ],
  [
    'the database itself by another name',
    async (terminal) => {
      await symlink(terminal.path('clasp.db'), terminal.path('alias.db'))
      return `file:${terminal.path('alias.db')}`
    },
    /^Not done: the target is not empty: see its table settings/,
  ],
  [
    'a target that a server has begun to use',
    async () => {
      const other = await openMigrated()
      return urlOf(other)
    },
    /^Not done: the target is not empty: see its table settings/,
  ],
  [
    'a target with tables of something else',
    async () => {
      const away = await postgres.createEmptyDatabase()
      await postgres.alter(away, 'create table songs (title text)')
      return away
    },
    'Not done: the target is not empty: see its table songs. Name an empty database',
  ],
  [
    'the unfinished copy of another database',
    async () => {
      const other = await openTerminal()
      const store = await other.openStore()
      const away = await postgres.createEmptyDatabase()
      await other.run(move, '--to', away)
      await store.close()
      return away
    },
    /^Not done: the target is an unfinished copy of .*clasp\.db$/,
  ],
  [
    'a target that a later version has migrated',
    async () => {
      const away = await postgres.createDatabase()
      await postgres.alter(away, "insert into kysely_migration values ('9.0.0-other', '2030')")
      return away
    },
    /^Not done, because of the target: a newer Clasp has migrated the database/,
  ],
  [
    'a target that is not reachable',
    async () => `postgres://clasp:hunter2@127.0.0.1:${await freePort()}/clasp`,
    'Not done, because of the target: the database cannot be opened; is --to right and the database up?',
  ],
  [
    'a target of which the password is wrong',
    async () => {
      const url = new URL(await postgres.createEmptyDatabase())
      url.password = 'hunter2'
      return url.href
    },
    'Not done, because of the target: the database refuses the user or the password in --to',
  ],
  [
    'a target that does not exist',
    async () => {
      const url = new URL(await postgres.createEmptyDatabase())
      url.pathname = '/nowhere'
      return url.href
    },
    'Not done, because of the target: there is no database of the name in --to; it has to be made first',
  ],
  [
    'a folder as its target',
    async ({ directory }) => `file:${directory}`,
    /^Not done, because of the target: /,
  ],
]

test('a database of which DATA_KEY is being changed is not moved', async () => {
  const terminal = await openMigrated()
  const { DATA_KEY = '' } = terminal.environment
  const next = randomBytes(32)
  const store = await openStore({
    databaseUrl: urlOf(terminal),
    dataKey: Uint8Array.from(next),
    secondDataKey: Uint8Array.from(Buffer.from(DATA_KEY, 'hex')),
    delivers: false,
  })
  await store.beginKeyChange()
  await store.close()
  terminal.environment = {
    ...terminal.environment,
    DATA_KEY: `${next.toString('hex')},${DATA_KEY}`,
  }
  const ran = await terminal.run(move, '--to', `file:${terminal.path('new.db')}`)
  expect(ran).toMatchObject({ code: 1, out: '' })
  expect(ran.err).toMatch(/^Not done: DATA_KEY is being changed/)
})

describe('refused, with nothing changed, is', () => {
  test.each(REFUSED)('%s', async (_, prepare, words) => {
    const terminal = await openMigrated()
    const before = await sqlite.dump(urlOf(terminal))
    const to = await prepare(terminal)
    const isFile = to.startsWith('file:')
    const ran = await terminal.run(move, '--to', to)
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(words)
    expect(ran.err).not.toContain('hunter2')
    if (isFile) await expect(stat(terminal.path('new.db'))).rejects.toThrow('ENOENT')
    const after = await sqlite.dump(urlOf(terminal))
    expect(getContent(after)).toEqual(getContent(before))
    expect(after['settings']?.filter(({ name }) => name === 'move')).toEqual([])
  })

  test.each([
    ['nothing', []],
    ['both', ['--to', 'file:./new.db', '--undo']],
    ['a place without its flag', ['postgres://a:hunter2@b/c']],
    ['a place that is none', ['--to', 'hunter2']],
    ['a place that cannot be read', ['--to', 'postgres://a:hunter2@[/c']],
    ['a place in memory', ['--to', 'file::memory:']],
  ])('%s, as wrong use', async (_, args) => {
    const terminal = await openMigrated()
    const ran = await terminal.run(move, ...args)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).not.toContain('hunter2')
  })
})
