import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/support/free-port.ts'

const SERVER = fileURLToPath(new URL('../../support/stoppable-server.ts', import.meta.url))
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const POLL_EVERY_MS = 25

export type ServerProcess = {
  url: string
  /** Resolves once it is ready, with how many milliseconds that took from the call on. */
  ready(timeoutMs?: number): Promise<number>
  /** As when its machine loses power: it neither runs on nor closes a socket. */
  freeze(): void
  /** SIGTERM, with the exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts the server as an operator does, in a process that hears signals. */
export async function startServerProcess(
  variables: Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER, 'http://127.0.0.1:9/wallets'], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], ...variables, PORT: String(port) },
  })
  const exit = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  // Whatever becomes of this process, it leaves none behind.
  const killLeft = () => void child.kill('SIGKILL')
  process.once('exit', killLeft)
  void exit.then(() => process.off('exit', killLeft))

  return {
    url,
    async ready(timeoutMs = 30_000) {
      const startedAt = performance.now()
      while (performance.now() - startedAt < timeoutMs) {
        if (!isRunning()) throw new Error(`the server ended with code ${child.exitCode}`)
        if (await isReady(url)) return performance.now() - startedAt
        await sleep(POLL_EVERY_MS)
      }
      throw new Error(`the server was not ready within ${timeoutMs} ms`)
    },
    freeze: () => void child.kill('SIGSTOP'),
    async stop() {
      if (isRunning()) child.kill('SIGTERM')
      await exit
      return child.exitCode
    },
    async kill() {
      if (isRunning()) child.kill('SIGKILL')
      await exit
    },
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
