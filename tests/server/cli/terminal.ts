import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Command, CommandContext } from '#server/cli/command.ts'
import type { Environment } from '#server/config/environment.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import type { Ran } from '#tests/support/new-operator.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

/** A folder of its own for the time of the test, and commands run in it. */
export type Terminal = {
  directory: string
  environment: Environment
  clock: { now: number }
  isInteractive: boolean
  path(name: string): string
  run(command: Command, ...args: string[]): Promise<Ran>
  /** Opens the store that the environment names, and closes it after the test at the latest. */
  openStore(): Promise<Store>
}

export async function openTerminal(environment?: Environment): Promise<Terminal> {
  const directory = await makeTemporaryFolder('cli')
  const dataKey = new Uint8Array(randomBytes(32))
  const terminal: Terminal = {
    directory,
    environment: environment ?? {
      DATA_KEY: Buffer.from(dataKey).toString('hex'),
      DATABASE_URL: `file:${join(directory, 'clasp.db')}`,
    },
    clock: { now: Date.UTC(2026, 10, 21, 12) },
    isInteractive: false,
    path: (name) => join(directory, name),
    async run(command, ...args) {
      const out: string[] = []
      const err: string[] = []
      const context: CommandContext = {
        environment: terminal.environment,
        directory,
        print: (line) => void out.push(line),
        complain: (line) => void err.push(line),
        now: () => terminal.clock.now,
        fetch,
        isInteractive: terminal.isInteractive,
      }
      const code = await command(args, context)
      return { code, out: out.join('\n'), err: err.join('\n') }
    },
    async openStore() {
      const store = await openStore({
        databaseUrl: `file:${join(directory, 'clasp.db')}`,
        dataKey,
        delivers: false,
      })
      let isOpen = true
      const close = async () => {
        if (isOpen) await store.close()
        isOpen = false
      }
      onTestFinished(close)
      return { ...store, close }
    },
  }
  return terminal
}

/**
 * Closes the files of the database, as the end of the server's process does. In this process only the garbage collector closes
 * connections, and the last one takes the `-wal` file along: nothing may be awaited in between.
 */
export function stopServer(terminal: Terminal): void {
  const files = ['clasp.db', 'clasp.db-wal'].map((name) => terminal.path(name))
  for (const file of files.filter((path) => existsSync(path))) {
    copyFileSync(file, terminal.path('copied'))
    renameSync(terminal.path('copied'), file)
  }
  rmSync(terminal.path('clasp.db-shm'), { force: true })
}
