import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = ['dist/current/server/main.js']
const START_MS = 60_000
const LOOK_MS = 20

export type BuiltServer = {
  url: string
  /** Of its process. */
  pid: number
  /** Resolves once it is ready, with how many milliseconds that took from the call on. */
  ready(): Promise<number>
  /** As when its machine loses power: it neither runs on nor closes a socket. */
  freeze(): void
  /** SIGKILL: nothing is finished. */
  kill(): Promise<void>
  /** Ends the server in order. Returns its exit code. */
  stop(): Promise<number | null>
}

export type BuiltOptions = {
  /** The checkout whose build it is. @default this one */
  root?: string | undefined
  /** What Node runs. @default the build (`dist/current/server/main.js`) */
  args?: readonly string[]
}

/**
 * Starts the built server in a process of its own.
 *
 * @param environment all that it needs, with PORT
 */
export function startBuilt(
  environment: Record<string, string> & { PORT: string },
  { root = ROOT, args = BUILT }: BuiltOptions = {},
): BuiltServer {
  const url = `http://127.0.0.1:${environment.PORT}`
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...environment },
  })
  const exit = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (isRunning()) child.kill(signal)
    await exit
    return child.exitCode
  }
  // Whatever becomes of this process, it leaves none behind.
  const killLeft = () => void child.kill('SIGKILL')
  process.once('exit', killLeft)
  void exit.then(() => process.off('exit', killLeft))

  return {
    url,
    pid: child.pid ?? 0,
    async ready() {
      const startedAt = performance.now()
      while (isRunning() && performance.now() - startedAt < START_MS) {
        const response = await fetch(`${url}/readyz`).catch(() => undefined)
        if (response?.ok) return performance.now() - startedAt
        await sleep(LOOK_MS)
      }
      await end('SIGKILL')
      throw new Error('the built server did not start')
    },
    freeze: () => void child.kill('SIGSTOP'),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
