import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/log.ts'
import { type DemoOptions, startDemo } from './start-demo.ts'

const HOST_PORT = 8080
/** Where the Mini App is reached. */
export const APP_PORT = 8081

type RunOptions = Pick<DemoOptions, 'client' | 'pages' | 'appPort' | 'appOrigin' | 'bot'>

/** Starts the demo world on its usual ports, says where it is, and forgets everything at the end. */
export async function runDemo(options: RunOptions): Promise<void> {
  const database = join(tmpdir(), `clasp-demo-${randomUUID()}.db`)
  const demo = await startDemo({
    ...options,
    hostPort: HOST_PORT,
    databaseUrl: `file:${database}`,
    log: createLog('warn'),
    now: Date.now,
  })
  console.log(`
  Clasp is running on this machine, and nothing of it leaves it.

    ${demo.hostUrl}   a simulated Telegram: open this in your browser
    ${demo.appUrl}   the Mini App, as a browser outside Telegram sees it

  Ctrl+C stops it and forgets everything.
`)

  const stop = async () => {
    await demo.close()
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${database}${end}`, { force: true })))
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}
