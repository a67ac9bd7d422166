import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/log.ts'
import { buildDemo } from './build-demo.ts'
import { readDemoClient, startDemo } from './start-demo.ts'

const HOST_PORT = 8080
const APP_PORT = 8081
const ROOT = join(import.meta.dirname, '../..')

console.log('Building the Mini App, the simulated Telegram and the wallet…')
const build = await buildDemo({ root: ROOT, directory: join(ROOT, 'dist/demo') })
const database = join(tmpdir(), `clasp-demo-${randomUUID()}.db`)
const demo = await startDemo({
  client: await readDemoClient(build),
  pages: build,
  hostPort: HOST_PORT,
  appPort: APP_PORT,
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

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  await demo.close()
  await Promise.all(
    ['', '-wal', '-shm'].map((suffix) => rm(`${database}${suffix}`, { force: true })),
  )
}
