import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import type { LaterMigrations, ServerOrder } from './server-orders.ts'

const CHILD = fileURLToPath(new URL('server-child.ts', import.meta.url))
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

export type ServerProcess = {
  /** Its address on loopback. */
  url: string
  /** Sets its clock ahead of ours. */
  setClockAhead(aheadMs: number): Promise<void>
  /** SIGKILL: nothing is finished. */
  kill(): Promise<void>
  /** Stops the server gracefully. */
  stop(): Promise<void>
}

/**
 * Starts the real server in a separate process.
 *
 * @param migrations of a later version, of which the process is a copy
 */
export async function startServerProcess(
  variables: Record<string, string>,
  migrations: LaterMigrations = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const child = fork(CHILD, {
    cwd: PROJECT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const complaints: string[] = []
  child.stderr?.on('data', (chunk) => complaints.push(String(chunk)))
  const exit = once(child, 'exit')

  async function order(next: ServerOrder): Promise<void> {
    const done = once(child, 'message')
    child.send(next)
    const isDone = await Promise.race([done.then(() => true), exit.then(() => false)])
    if (!isDone) throw new Error(`the server ended: ${complaints.join('')}`)
  }

  await order({ type: 'start', variables: { ...variables, PORT: String(port) }, migrations })
  return {
    url: `http://127.0.0.1:${port}`,
    setClockAhead: (aheadMs) => order({ type: 'clock', aheadMs }),
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exit
    },
  }
}
