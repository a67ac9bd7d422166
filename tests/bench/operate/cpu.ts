import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import pg from 'pg'
import { readMetric } from '../read-metric.ts'
import { round } from './finding.ts'

/** Where the CPU's time went while something was measured. */
export type CpuUse = {
  /** Of the whole machine, from 0 to 1. */
  machine: number
  /** Cores, all servers together. */
  servers: number
  /** Cores, all processes of the database's server; none where that is a file. */
  postgres: number
  /** Cores, this process: the members, and the relay where there is one. */
  driver: number
}

/** Starts to count. @param urls of servers, which say at `/metrics` what they have used */
export async function startCpuClock(
  urls: readonly string[],
  databaseUrl: string,
): Promise<() => Promise<CpuUse>> {
  const pids = await getBackends(databaseUrl)
  const readSeconds = async () => ({
    servers: await getSum(urls.map((url) => readMetric(url, 'process_cpu_seconds_total'))),
    postgres: await getSum(pids.map(processSeconds)),
  })
  const before = { ...(await readSeconds()), machine: machineTimes() }
  const own = process.cpuUsage()
  const startedAt = performance.now()
  return async () => {
    const wallS = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(own)
    const machine = machineTimes()
    const busy = machine.busy - before.machine.busy
    const after = await readSeconds()
    return {
      machine: busy / (busy + machine.idle - before.machine.idle),
      servers: (after.servers - before.servers) / wallS,
      postgres: (after.postgres - before.postgres) / wallS,
      driver: (user + system) / 1_000_000 / wallS,
    }
  }
}

export function describeCpu({ machine, servers, postgres, driver }: CpuUse): string {
  const parts = `servers ${round(servers)}, Postgres ${round(postgres)}, members and relay ${round(driver)}`
  return `CPU ${(machine * 100).toFixed(0)} % (cores: ${parts})`
}

function machineTimes(): { busy: number; idle: number } {
  let busy = 0
  let idle = 0
  for (const { times } of cpus()) {
    idle += times.idle
    busy += times.user + times.nice + times.sys + times.irq
  }
  return { busy, idle }
}

/** Processes of the Postgres server as it is now. */
async function getBackends(databaseUrl: string): Promise<number[]> {
  if (databaseUrl.startsWith('file:')) return []
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  await client.end()
  return rows.map(({ pid }) => pid)
}

const TICKS_A_SECOND = 100

/** 0 where the system does not tell, or the process has ended. @see proc(5), `utime` and `stime` */
async function processSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / TICKS_A_SECOND
}

async function getSum(numbers: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((sum, one) => sum + one, 0)
}
