import { randomBytes } from 'node:crypto'
import type { Postgres } from '#tests/support/postgres.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { BOT_TOKEN, PUBLIC_URL } from '#tests/support/test-server.ts'
import type { TonProofCase } from '../ton-proof-cases.ts'
import type { Finding } from './finding.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** What one part of the benchmark works with. */
export type Stage = {
  postgres: Postgres
  /** A folder of the part's own. */
  directory: string
  /** Signed proofs of so many wallets. */
  getProofs(count: number): TonProofCase[]
  /** Undone at the end of the part, the last first. */
  after(step: () => unknown): void
  /** Prints a line immediately, before the table. */
  write(line: string): void
}

export type Part = (stage: Stage) => Promise<Finding[]>

/** The same for all databases: it opens nothing but what was made here. */
export const DATA_KEY = Uint8Array.from(randomBytes(32))

/**
 * A server in a process of its own, with nobody to talk to but a simulated Telegram.
 *
 * @param variables at least `DATABASE_URL`
 */
export async function startServer(
  stage: Pick<Stage, 'after'>,
  variables: Record<string, string>,
): Promise<ServerProcess> {
  const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl: `${PUBLIC_URL}/` })
  stage.after(() => telegram.close())
  const server = await startServerProcess({
    BOT_TOKEN,
    PUBLIC_URL,
    DATA_KEY: Buffer.from(DATA_KEY).toString('hex'),
    EVM: 'off',
    BOT_MODE: 'off',
    TON_API_URL: 'http://127.0.0.1:9',
    TELEGRAM_API_ROOT: telegram.apiRoot,
    LOG_LEVEL: 'silent',
    ...variables,
  })
  stage.after(() => server.kill())
  return server
}
