// @module-tag wide

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adopt } from '#server/cli/adopt.ts'
import { backup } from '#server/cli/backup.ts'
import type { Command } from '#server/cli/command.ts'
import { createDoctor } from '#server/cli/doctor/doctor.ts'
import { forget } from '#server/cli/forget.ts'
import { keys } from '#server/cli/keys.ts'
import { migrate } from '#server/cli/migrate.ts'
import { restore } from '#server/cli/restore.ts'
import { createSetup } from '#server/cli/setup/setup.ts'
import { createTerminalPrompts } from '#server/cli/setup/terminal-prompts.ts'
import { verify } from '#server/cli/verify.ts'
import { readDatabaseState, withDatabase } from '#server/store/database/database-state.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { freePort } from '#tests/support/free-port.ts'
import { BOT_TOKEN } from '../bot/bot-harness.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const MAIN = fileURLToPath(new URL('../../../src/server/cli/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')
/** A command gives up within this, in milliseconds. */
const GIVES_UP_MS = 20_000

const COMMANDS: [name: string, command: Command, args: string[]][] = [
  [
    'setup',
    createSetup(createTerminalPrompts({ input: process.stdin, output: process.stdout })),
    ['--public-url', 'https://app.example.com', '--evm', 'off', '--yes'],
  ],
  ['keys', keys, ['list']],
  ['backup', backup, ['copy.db']],
  ['restore', restore, ['copy.db']],
  ['migrate', migrate, ['--backed-up']],
  ['adopt', adopt, []],
  ['forget', forget, ['x'.repeat(22)]],
  ['verify', verify, ['proof.json']],
  [
    'doctor',
    createDoctor({
      readCertificate: () => Promise.reject(new Error('no network')),
      freeBytes: () => Promise.resolve(Infinity),
    }),
    [],
  ],
]

/** Environments in which no command can do its work. */
const PLACES: [name: string, change: (terminal: Terminal) => Promise<Record<string, string>>][] = [
  ['an empty folder', () => Promise.resolve({})],
  [
    'a half-written .env',
    () =>
      Promise.resolve({ BOT_TOKEN: '12345', DATA_KEY: '0011', DATABASE_URL: 'file:./clasp.db' }),
  ],
  // Not even root may write there.
  ['a folder without rights', () => Promise.resolve(settings('file:/sys/clasp.db'))],
  [
    'a place without network',
    async () => settings(`postgres://a:b@127.0.0.1:${await freePort()}/clasp`),
  ],
  ['the place of a silent database', async () => settings(await startSilence())],
  [
    'the place of another file',
    async (terminal) => {
      await writeFile(terminal.path('clasp.db'), 'no database '.repeat(1_000))
      return settings(`file:${terminal.path('clasp.db')}`)
    },
  ],
  ['a folder in place of the database', async ({ directory }) => settings(`file:${directory}`)],
]

function settings(databaseUrl: string): Record<string, string> {
  return {
    BOT_TOKEN,
    DATA_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: databaseUrl,
    TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
  }
}

/** Accepts connections and says nothing. */
async function startSilence(): Promise<string> {
  const silent = createServer((socket) => socket.on('error', () => undefined))
  silent.listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `postgres://a:b@127.0.0.1:${address.port}/clasp`
}

describe.each(PLACES)('in %s', (_, change) => {
  test.each(COMMANDS)(
    '%s ends with a sentence and an exit code',
    { timeout: 60_000 },
    async (name, command, args) => {
      const terminal = await openTerminal({})
      terminal.environment = await change(terminal)
      const before = await readdir(terminal.directory)
      const startedAt = performance.now()
      const { code, out, err } = await terminal.run(command, ...args)
      expect(performance.now() - startedAt).toBeLessThan(GIVES_UP_MS)
      expect([1, 2]).toContain(code)
      expect(name === 'doctor' ? out : err).toMatch(/\w+ \w+/)
      expect(await readdir(terminal.directory)).toEqual(before)
    },
  )
})

/** A terminal whose database has some megabytes. */
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
  return terminal
}

/** @param fileBlocks longest file that it may write, in blocks of 512 bytes */
function spawnMain(
  { directory, environment }: Terminal,
  fileBlocks: number | 'unlimited',
  args: string[],
) {
  const script = [process.execPath, '--import', TSX, MAIN, ...args]
  const limited = ['-c', `ulimit -f ${fileBlocks} && exec "$0" "$@"`, ...script]
  const child = spawn('/bin/sh', limited, {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, end: async () => ({ code: await ended, err }) }
}

test(
  'a backup for which the disk has no room leaves nothing, and says so',
  { timeout: 60_000 },
  async () => {
    const terminal = await openLarge()
    const before = await readdir(terminal.directory)
    const { code, err } = await spawnMain(terminal, 4_096, ['backup', 'copy.db']).end()
    expect(code).toBe(1)
    expect(err).toMatch(/^No backup was made: .*\n$/)
    expect((await readdir(terminal.directory)).filter((name) => !before.includes(name))).toEqual([])
  },
)

test(
  'a backup that is killed half way leaves no file of its name, and the next one is whole',
  { timeout: 90_000 },
  async () => {
    const terminal = await openLarge()
    const { child, end } = spawnMain(terminal, 'unlimited', ['backup', 'copy.db'])
    await expect
      .poll(async () => (await readdir(terminal.directory)).join(), {
        interval: 1,
        timeout: 60_000,
      })
      .toContain('copy.db.partial-')
    child.kill('SIGKILL')
    await end()
    await expect(stat(terminal.path('copy.db'))).rejects.toThrow('ENOENT')
    expect(await terminal.run(backup, 'copy.db')).toMatchObject({ code: 0 })
    expect((await readDatabaseState(`file:${terminal.path('copy.db')}`)).migrations).toHaveLength(1)
  },
)

test('of two backups to one file at once, one makes it and the other says that it exists', async () => {
  const terminal = await openLarge()
  const ran = await Promise.all([0, 1].map(() => terminal.run(backup, 'copy.db')))
  expect(ran.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(ran.find(({ code }) => code === 1)?.err).toContain('never overwritten')
})

test('two migrations at once migrate once, and both end well', async () => {
  const terminal = await openLarge()
  plantMigration()
  const ran = await Promise.all([0, 1].map(() => terminal.run(migrate)))
  expect(ran.map(({ code }) => code)).toEqual([0, 0])
  const names = (await readdir(terminal.directory)).filter((name) => name.includes('.before-'))
  expect(names.filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual([
    'clasp.db.before-9998-planted',
  ])
})
