import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Environment } from '#server/config/environment.ts'

const MAIN = fileURLToPath(new URL('../../src/server/cli/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

type Options = {
  /** The longest file that it may write, in blocks of 512 bytes. @default unlimited */
  fileBlocks?: number
  /** Modules to load before it. */
  loaders?: readonly string[]
}

/** Starts a command of Clasp in a process of its own, which ends with the test at the latest. */
export function spawnCommand(
  { directory, environment }: { directory: string; environment: Environment },
  args: readonly string[],
  { fileBlocks, loaders = [] }: Options = {},
) {
  const imports = [TSX, ...loaders].flatMap((module) => ['--import', module])
  const script = [process.execPath, ...imports, MAIN, ...args]
  const limited = ['-c', `ulimit -f ${fileBlocks ?? 'unlimited'} && exec "$0" "$@"`, ...script]
  const child = spawn('/bin/sh', limited, {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, end: async () => ({ code: await ended, ...written }) }
}
