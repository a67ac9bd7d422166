import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { createLog } from '#server/log/log.ts'
import { openDatabase } from '#server/process/open-database.ts'
import { createUsedDatabases } from '#server/process/used-databases.ts'
import { readDatabaseState } from '#server/store/database/database-state.ts'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { BOT_TOKEN } from '#tests/support/test-server.ts'

const OTHER_TOKEN = `987654321:${'A'.repeat(35)}`

/** A folder with settings, and starts in it. */
async function settle(variables: Record<string, string> = {}) {
  const folder = await makeTemporaryFolder('open')
  const path = join(folder, 'data', 'clasp.db')
  const environment = {
    BOT_TOKEN,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DATA_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: `file:${path}`,
    EVM: 'off',
    ...variables,
  }

  /** Opens the database as a start does, and answers the lines of its log. */
  async function start(
    changes: Record<string, string> = {},
    { timeoutMs = 0, listFolder = folder } = {},
  ) {
    const verdict = parseConfig({ ...environment, ...changes })
    if (!verdict.ok) throw new Error('the configuration of the test is wrong')
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const usedDatabases = createUsedDatabases(listFolder)
    const timeout = { timeoutMs, signal: new AbortController().signal, log, now: Date.now }
    const deps = { config: verdict.config, log, usedDatabases }
    await (await openDatabase(deps, timeout)).close()
    return lines.join('')
  }

  return { folder, path, start }
}

test('the first start names the new database, and the next says nothing', async () => {
  const { path, start } = await settle()
  expect(await start()).toContain(`a new database at ${path}`)
  expect(await start()).not.toContain('a new database')
})

test('a database that was used and is gone is not made anew, unless its line is removed', async () => {
  const { folder, path, start } = await settle()
  await start()
  await rm(join(folder, 'data'), { recursive: true })
  await expect(start()).rejects.toThrow(`the database at ${path} was used before and is empty now`)
  expect(await readdir(folder)).toEqual(['.clasp-databases'])
  const elsewhere = { DATABASE_URL: `file:${join(folder, 'other.db')}` }
  expect(await start(elsewhere)).toContain('a new database')
  const list = join(folder, '.clasp-databases')
  await writeFile(list, (await readFile(list, 'utf8')).replace(`${path}\n`, ''))
  expect(await start()).toContain('a new database')
})

test('a list that cannot be written does not stop a start, and the log says what will be missed', async () => {
  const { folder, start } = await settle()
  const lines = await start({}, { listFolder: join(folder, 'nowhere') })
  expect(lines).toContain('will not notice if the database is lost')
  expect(lines).toContain('does not exist')
})

test('a list that cannot be read ends the start', async () => {
  const { folder, start } = await settle()
  await mkdir(join(folder, '.clasp-databases'))
  await expect(start()).rejects.toThrow('.clasp-databases: it is a folder')
})

test('a start over an earlier version keeps the database as it was', async () => {
  const { path, start } = await settle()
  await start()
  const released = Object.keys(MIGRATIONS)
  plantMigration()
  const kept = `${path}.before-9998-planted`
  expect(await start()).toContain(`the way back is ${kept}`)
  expect((await readDatabaseState(`file:${kept}`)).migrations).toEqual(released)
  expect((await readDatabaseState(`file:${path}`)).migrations).toEqual(Object.keys(MIGRATIONS))
})

test("another bot's token is refused, and nothing is written", async () => {
  const { start } = await settle()
  await start()
  await expect(start({ BOT_TOKEN: OTHER_TOKEN })).rejects.toThrow(
    /^the database belongs to the bot \d+, and BOT_TOKEN to 987654321; .* with the command adopt$/,
  )
  await expect(start()).resolves.not.toContain('a new database')
})

test.each([
  ['bot', { BOT_TOKEN: OTHER_TOKEN }, 'the database belongs to the bot'],
  [
    'DATA_KEY',
    { DATA_KEY: randomBytes(32).toString('hex') },
    'DATA_KEY is not the key of this database',
  ],
])('a start with another %s leaves an earlier version as it is', async (_, changes, words) => {
  const { folder, path, start } = await settle()
  await start()
  const released = Object.keys(MIGRATIONS)
  const files = await readdir(join(folder, 'data'))
  plantMigration()
  await expect(start(changes)).rejects.toThrow(words)
  expect((await readDatabaseState(`file:${path}`)).migrations).toEqual(released)
  expect(await readdir(join(folder, 'data'))).toEqual(files)
})

test(
  'a database that accepts connections and says nothing is asked again until the timeout',
  { tags: ['wide'] },
  async () => {
    let connections = 0
    const silent = createServer((socket) => {
      connections += 1
      socket.on('error', () => undefined)
    })
    const { port } = await listenForTest(silent)
    const { start } = await settle({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })
    await expect(start({}, { timeoutMs: 6_000 })).rejects.toThrow(
      'is DATABASE_URL right and the database up?',
    )
    expect(connections).toBeGreaterThan(1)
  },
)
