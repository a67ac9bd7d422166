import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DURABLE, type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { makeFolder, onFolder } from './dialects.ts'
import { backlog } from './operate/backlog.ts'
import { drain } from './operate/drain.ts'
import { type OperateFinding, getTable } from './operate/finding.ts'
import { keyChange } from './operate/key-change.ts'
import { lostMachine, silentNetwork } from './operate/lost-network.ts'
import { lateDatabase, receiverOut } from './operate/lost-service.ts'
import { moveBetween } from './operate/move.ts'
import { restore } from './operate/restore.ts'
import type { OperatePart } from './operate/stage.ts'
import { throughput } from './operate/throughput.ts'
import { seconds } from './statistics.ts'
import { after, undoing } from './undoing.ts'

/*
 * What an operator's bad days do to real server processes on a real Postgres, and how long it takes until all is
 * well again. `npm run bench:operate [-- --only lost-machine,drain]`. Bounded: each part by four minutes.
 * The exit code is 1 if a fault did not heal at all; a missed aim is only said.
 */
const PART_LIMIT_MS = 240_000

/** In the order in which they run. */
const PARTS: Readonly<Record<string, OperatePart>> = {
  'lost-machine': lostMachine,
  'silent-network': silentNetwork,
  throughput,
  backlog,
  'late-database': lateDatabase,
  'receiver-out': receiverOut,
  restore,
  'key-change': keyChange,
  'move-to-postgres': moveBetween('sqlite', 'postgres'),
  'move-to-sqlite': moveBetween('postgres', 'sqlite'),
  drain,
}

// Each started process and each port is released at the end.
process.setMaxListeners(0)
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only?.split(',') ?? Object.keys(PARTS)
const unknown = wanted.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join()}: ${Object.keys(PARTS).join(', ')}`)
process.exitCode = (await undoing(run)) ? 0 : 1
// What a broken server left hanging is not waited for.
process.exit()

/** Answers whether every fault healed. */
async function run(): Promise<boolean> {
  const postgres = await startPostgres(DURABLE)
  after(() => postgres.stop())
  const findings: OperateFinding[] = []
  let isHealed = true
  for (const name of wanted) {
    const startedAt = performance.now()
    const found = await runPart(name, postgres)
    isHealed &&= found !== null
    findings.push(...(found ?? [unhealed(name)]))
    console.log(`${name}: ${seconds(performance.now() - startedAt)}`)
  }
  const [cpu] = cpus()
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpu?.model}\n`,
  )
  console.log(getTable(findings))
  return isHealed
}

/** Null if it failed, after printing the reason. */
async function runPart(name: string, postgres: Postgres): Promise<OperateFinding[] | null> {
  try {
    return await undoing(async () => {
      const directory = await makeFolder('operate')
      const create = (database: string) => postgres.createDatabase(database)
      const dialects = {
        sqlite: onFolder(directory),
        postgres: { name: 'Postgres', create } as const,
      }
      const found = PARTS[name]?.({ postgres, directory, dialects })
      return Promise.race([found ?? [], tooLate()])
    })
  } catch (error) {
    console.error(`${name} failed:`, error)
    return null
  }
}

async function tooLate(): Promise<never> {
  await sleep(PART_LIMIT_MS, undefined, { ref: false })
  throw new Error(`took longer than ${seconds(PART_LIMIT_MS)}`)
}

function unhealed(name: string): OperateFinding {
  return { fault: name, measured: 'did not heal', aim: '', isMet: false }
}
