// @module-tag wide

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { migrate } from '#server/cli/migrate.ts'
import { readDatabaseState } from '#server/store/database/database-state.ts'
import { fillDatabase, settle } from '#tests/bench/scale/fill-database.ts'
import { readEvents } from '#tests/support/read-events.ts'
import { startServersUnderLoad } from '#tests/support/servers-under-load.ts'
import { spawnCommand } from '#tests/support/spawn-command.ts'
import { postgresDialect, runDialect, sqliteDialect } from '#tests/support/store-dialects.ts'
import { openTerminal, stopServer, type Terminal } from '../cli/terminal.ts'

describe.each([
  { from: sqliteDialect(), to: postgresDialect() },
  { from: postgresDialect(), to: sqliteDialect() },
])('a move from $from.name to $to.name', ({ from, to }) => {
  runDialect(from)
  runDialect(to)

  test(
    'goes on while members link, and after a short stop they go on with what they had begun',
    { timeout: 300_000 },
    async () => {
      const [source, target] = await Promise.all([from.createDatabase(), to.createEmptyDatabase()])
      const dataKey = randomBytes(32).toString('hex')
      const { start, moveTo, stop, link, end } = await startServersUnderLoad(source)
      const terminal = await openTerminal({ DATABASE_URL: source, DATA_KEY: dataKey })
      const run = (...args: string[]) => spawnCommand(terminal, args).end()

      const before = await start(dataKey)
      const { out } = await run('keys', 'add', 'bot', '--scope', 'events:read')
      const key = out.trim()
      await link()
      const early = await readEvents(before.url, key)
      const [copied] = await Promise.all([run('move', '--to', target), link()])
      expect(copied).toMatchObject({ code: 1 })
      expect(copied.err).toMatch(/^The copy is up to date, .*\nStop it and run/)
      await link()

      await stop(before)
      expect(await run('move', '--to', target)).toMatchObject({ code: 0, err: '' })
      await expect(start(dataKey)).rejects.toThrow('the server ended')

      moveTo(target)
      const after = await start(dataKey)
      await link()
      const statuses = await end()
      expect(new Set(statuses)).toEqual(new Set([201]))
      const late = await readEvents(after.url, key, early.cursor)
      expect(new Set([...early.ids, ...late.ids]).size).toBe(statuses.length)
      expect(early.ids.size + late.ids.size).toBe(statuses.length)
      await stop(after)
      const { wallets = [] } = await to.dump(target)
      expect(wallets).toHaveLength(statuses.length)
    },
  )
})

/** A terminal whose database has members and their links. */
async function openLinked(): Promise<Terminal> {
  const terminal = await openTerminal()
  await terminal.run(migrate)
  const source = `file:${terminal.path('clasp.db')}`
  await fillDatabase(source, { from: 0, to: 6_000 })
  await settle(source)
  stopServer(terminal)
  return terminal
}

const MOVE = ['move', '--to', 'file:./moved.db']

/** Moves what is left, and requires that nothing is missing. */
async function moveRest(terminal: Terminal): Promise<void> {
  const { code, err, out } = await spawnCommand(terminal, MOVE).end()
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^users +3,000 +3,000 +([\da-f]{16}) +\1$/m)
  expect(out).toMatch(/^wallets +6,000 +6,000 +([\da-f]{16}) +\1$/m)
}

test(
  'a move for which the disk has no room says so, and goes on when it has',
  { timeout: 120_000 },
  async () => {
    const terminal = await openLinked()
    const { code, err } = await spawnCommand(terminal, MOVE, { fileBlocks: 2_048 }).end()
    expect(code).toBe(1)
    expect(err).toMatch(
      /^Not done, because of the target: the disk of the database (?:is full|fails, .*)\n$/,
    )
    await moveRest(terminal)
  },
)

test(
  'a move that is killed half way has taken nothing, and the next one goes on',
  { timeout: 120_000 },
  async () => {
    const terminal = await openLinked()
    const { child, end } = spawnCommand(terminal, MOVE)
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await end()
    const { move: left } = await readDatabaseState(`file:${terminal.path('moved.db')}`)
    expect(left).toMatchObject({ state: 'arriving' })
    expect(await readDatabaseState(`file:${terminal.path('clasp.db')}`)).toMatchObject({
      move: null,
    })
    stopServer(terminal)
    await moveRest(terminal)
  },
)

test('of two moves at once none loses a row', { timeout: 120_000 }, async () => {
  const terminal = await openLinked()
  const ran = await Promise.all([0, 1].map(() => spawnCommand(terminal, MOVE).end()))
  expect(ran.filter(({ code }) => code !== 0 && code !== 1)).toEqual([])
  for (const { code, err } of ran)
    expect(err).toMatch(code === 0 ? /^$/ : /another process|another run of the command/)
  if (ran.every(({ code }) => code === 1)) await moveRest(terminal)
  const { move: mark } = await readDatabaseState(`file:${terminal.path('moved.db')}`)
  expect(mark).toMatchObject({ state: 'arrived' })
})
