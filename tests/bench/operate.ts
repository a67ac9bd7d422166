import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DURABLE, type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { type Finding, seconds, getTable } from './operate/finding.ts'
import { PARTS } from './operate/parts.ts'
import { createProofSource } from './operate/ready-proofs.ts'
import type { Part, Stage } from './operate/stage.ts'

/*
 * What an operator's bad days do to real server processes on a real Postgres, and how long it takes until all is
 * well again. `npm run bench:operate [-- --only lost-machine,drain]`. Bounded: each part by four minutes.
 * The exit code is 1 if a fault did not heal at all; a missed aim is only said.
 */
const PART_LIMIT_MS = 240_000

// Each started process and each port is released at the end.
process.setMaxListeners(0)
const undo: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp(undo).finally(() => process.exit(1)))
}
try {
  process.exitCode = (await run(getNames(process.argv.slice(2)))) ? 0 : 1
} finally {
  await cleanUp(undo)
}
// What a broken server left hanging is not waited for.
process.exit()

/** Answers whether every fault healed. */
async function run(names: readonly string[]): Promise<boolean> {
  const postgres = await startPostgres(DURABLE)
  undo.push(() => postgres.stop())
  const getProofs = createProofSource()
  const findings: Finding[] = []
  let isHealed = true
  for (const name of names) {
    const startedAt = performance.now()
    const found = await runPart(name, { postgres, getProofs })
    isHealed &&= found !== undefined
    findings.push(...(found ?? [unhealed(name)]))
    write(`${name}: ${seconds(performance.now() - startedAt)}`)
  }
  const [cpu] = cpus()
  write(`\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpu?.model}\n`)
  write(getTable(findings))
  return isHealed
}

/** Undefined if it failed, after printing the reason. */
async function runPart(
  name: string,
  parts: { postgres: Postgres; getProofs: Stage['getProofs'] },
): Promise<Finding[] | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-operate-'))
  const depth = undo.push(() => rm(directory, { recursive: true, force: true })) - 1
  const stage: Stage = { ...parts, directory, after: (step) => void undo.push(step), write }
  try {
    return await within(PART_LIMIT_MS, getPart(name)(stage))
  } catch (error) {
    console.error(`${name} failed:`, error)
    return undefined
  } finally {
    await cleanUp(undo, depth)
  }
}

function getPart(name: string): Part {
  const part = PARTS[name]
  if (!part) throw new Error(`there is no part ${name}: ${Object.keys(PARTS).join(', ')}`)
  return part
}

function getNames(args: string[]): string[] {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  const names = values.only?.split(',') ?? Object.keys(PARTS)
  names.forEach(getPart)
  return names
}

function unhealed(name: string): Finding {
  return { fault: name, measured: 'did not heal', aim: '', isMet: false }
}

/** The last step first, down to the first `depth` ones. */
async function cleanUp(steps: (() => unknown)[], depth = 0): Promise<void> {
  for (const step of steps.splice(depth).toReversed()) {
    await Promise.resolve(step()).catch((error: unknown) => console.error(error))
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`took longer than ${seconds(ms)}`)
  })
  return Promise.race([work, late])
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
