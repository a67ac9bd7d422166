import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { BOT_TOKEN, PUBLIC_URL, setStage } from '../bot/bot-harness.ts'
import type { Ran } from '#tests/support/new-operator.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const MAIN = fileURLToPath(new URL('../../../src/server/cli/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

/** The real process, in the folder of the terminal, with its environment and nothing else of ours. */
function runMain({ directory, environment }: Terminal, ...args: string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', TSX, MAIN, ...args], {
      cwd: directory,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }))
  })
}

test(
  'Clasp leads from an empty folder to a key, each command in a process of its own',
  { tags: ['full'], timeout: 60_000 },
  async () => {
    const { apiRoot } = await setStage()
    const terminal = await openTerminal({ BOT_TOKEN, TELEGRAM_API_ROOT: apiRoot })
    const flags = ['--public-url', PUBLIC_URL, '--evm', 'off', '--yes']
    const set = await runMain(terminal, 'setup', ...flags)
    expect(set).toMatchObject({ code: 0, err: '' })
    expect(set.out).not.toContain(BOT_TOKEN)
    terminal.environment = { TELEGRAM_API_ROOT: apiRoot }
    expect((await runMain(terminal, 'setup', ...flags)).out).toContain('Nothing to change')

    expect((await runMain(terminal, 'migrate')).code).toBe(0)
    const added = await runMain(terminal, 'keys', 'add', 'bot', '--scope', 'wallets:read')
    expect(added.code).toBe(0)
    expect(added.out).toMatch(/^clasp_[\w-]{43}\n$/)
    expect((await runMain(terminal, 'backup', 'copy.db')).code).toBe(0)
    expect((await readFile(terminal.path('copy.db'))).subarray(0, 15).toString()).toBe(
      'SQLite format 3',
    )
    expect((await runMain(terminal, 'restore', 'copy.db', '--replace')).code).toBe(0)
    expect((await runMain(terminal, 'keys', 'list')).out).toContain('bot')
  },
)

test.each([
  ['no command', []],
  ['an unknown command', ['frobnicate']],
  ['the name of a property of objects', ['constructor']],
])('%s gives the usage on stderr and 2', { timeout: 30_000 }, async (_, args) => {
  const ran = await runMain(await openTerminal({}), ...args)
  expect(ran).toMatchObject({ code: 2, out: '' })
  expect(ran.err).toMatch(/^Usage:\n/)
})

test('a wrong flag gives a sentence and the usage, and no stack', { timeout: 30_000 }, async () => {
  const ran = await runMain(await openTerminal({}), 'keys', 'add', '--nope')
  expect(ran.code).toBe(2)
  expect(ran.err).toContain("Unknown option '--nope'.\nUsage:")
  expect(ran.err).not.toContain('    at ')
})

test('a folder in the place of .env is reported without a stack', { timeout: 30_000 }, async () => {
  const terminal = await openTerminal({})
  await mkdir(terminal.path('.env'))
  const ran = await runMain(terminal, 'keys', 'list')
  expect(ran).toEqual({ code: 1, out: '', err: '.env: it is a folder\n' })
})

test(
  '.env with CRLF, quotes, comments and a variable given twice is read as it is meant',
  { timeout: 30_000 },
  async () => {
    const terminal = await openTerminal({})
    const key = '00112233445566778899aabbccddeeff'.repeat(2)
    await writeFile(
      terminal.path('.env'),
      `# mine\r\nDATA_KEY='short'\r\nDATA_KEY="${key}" # the last one counts\r\nDATABASE_URL=file:./a.db`,
    )
    const ran = await runMain(terminal, 'migrate')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toBe(`A new database at ${terminal.path('a.db')}\n`)
    expect((await readFile(terminal.path('a.db'))).length).toBeGreaterThan(0)
  },
)
