import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { freePort } from '#tests/support/free-port.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { BOT_TOKEN } from '../bot/bot-harness.ts'
import type { Terminal } from './terminal.ts'

/** Environments in which neither a command nor a server can do its work. */
export const BAD_PLACES: [
  name: string,
  change: (terminal: Terminal) => Promise<Record<string, string>>,
][] = [
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
    PUBLIC_URL: 'https://app.example.com',
    EVM: 'off',
    TELEGRAM_API_ROOT: 'http://127.0.0.1:9',
    START_TIMEOUT_SECONDS: '1',
  }
}

/** Accepts connections and says nothing. */
export async function startSilence(): Promise<string> {
  const silent = createServer((socket) => socket.on('error', () => undefined))
  return `postgres://a:b@127.0.0.1:${(await listenForTest(silent)).port}/clasp`
}
