import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRoot } from './embedded-postgres.ts'
import { freePort } from './free-port.ts'

/** The user who runs it where the tests run as root, because it refuses root. */
const OTHER_USER = 'nobody'
const IS_UP = /process up/

export type Pgbouncer = {
  /** The database's URL through PgBouncer. */
  databaseUrl: string
  close(): Promise<void>
}

/**
 * Starts a PgBouncer for one database, with transaction pooling.
 *
 * @param settings of its configuration file, such as `default_pool_size`
 */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  settings: Readonly<Record<string, number>>,
): Promise<Pgbouncer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'clasp-pgbouncer-'))
  await chmod(folder, 0o755)
  const path = join(folder, 'pgbouncer.ini')
  await writeFile(path, configuration({ databaseUrl, port, settings }), { mode: 0o644 })
  const user = isRoot() ? ['-u', OTHER_USER] : []
  const child = spawn(program, [...user, path], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = once(child, 'exit')
  const complaints: string[] = []
  const isUp = new Promise<true>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      complaints.push(line)
      if (IS_UP.test(line)) resolve(true)
    })
  })
  if (!(await Promise.race([isUp, exit.then(() => false)])))
    throw new Error(`PgBouncer did not start: ${complaints.join('\n')}`)

  const relayed = new URL(databaseUrl)
  relayed.port = String(port)
  return {
    databaseUrl: relayed.href,
    async close() {
      child.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Configured = {
  databaseUrl: string
  port: number
  settings: Readonly<Record<string, number>>
}

function configuration({ databaseUrl, port, settings }: Configured): string {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const target = `host=${hostname} port=${databasePort} dbname=${name} user=${username} password=${password}`
  return [
    '[databases]',
    `${name} = ${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`),
  ].join('\n')
}
