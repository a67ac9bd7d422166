import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const START_MS = 60_000
const LOOK_MS = 20

export type BuiltServer = {
  url: string
  /** Of its process. */
  pid: number
  /** SIGKILL: nothing is finished. */
  kill(): Promise<void>
  /** Ends the server in order. */
  stop(): Promise<void>
}

/**
 * Starts the built server (`dist/current/server/main.js`) in a process of its own, and waits until it is ready.
 *
 * @param environment all that it needs, with PORT
 * @param root the checkout whose build it is. @default this one
 */
export async function startBuilt(
  environment: Record<string, string> & { PORT: string },
  root: string = ROOT,
): Promise<BuiltServer> {
  const url = `http://127.0.0.1:${environment.PORT}`
  const child = spawn(process.execPath, ['dist/current/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
  })
  const exit = once(child, 'exit')
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await exit
  }
  const deadline = Date.now() + START_MS
  while (child.exitCode === null && Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok)
      return { url, pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
    await sleep(LOOK_MS)
  }
  await end('SIGKILL')
  throw new Error('the built server did not start')
}
