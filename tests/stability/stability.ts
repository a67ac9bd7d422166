import { execFileSync, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type RunOutcome, runVitest } from './run-vitest.ts'

/*
 * Runs what `npm test` runs three times in shuffled order, the last time beside a process that keeps one
 * core busy, and each test file once alone: in a process of its own, heavy tests included. What has run on
 * this commit is kept, so a run that was broken off goes on; `--fresh` starts again.
 */

const ROOT = join(import.meta.dirname, '../..')
const SAVED = join(ROOT, 'node_modules/.cache/stability.json')

const OutcomeSchema = v.object({
  files: v.number(),
  tests: v.number(),
  seconds: v.number(),
  failures: v.array(v.string()),
})
const SavedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ commit: v.string(), outcomes: v.record(v.string(), OutcomeSchema) }),
)

const ALONE = 'each file alone'

/** Ends with the process that started it, however that ends. */
const BUSY = 'const { ppid } = process; while (process.ppid === ppid);'

type StabilityStep = { name: string; run: () => Promise<RunOutcome> }

/** The files alone are run in parts of this number. */
const PARTS = 8

const { values } = parseArgs({ options: { fresh: { type: 'boolean' } } })
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT })
  .toString()
  .trim()
const outcomes = values.fresh === true ? {} : await readSaved()
const steps = listSteps()
for (const { name, run } of steps) {
  if (outcomes[name]) continue
  const outcome = await run()
  outcomes[name] = outcome
  process.stdout.write(`${row(name, outcome)}\n`)
  for (const failure of outcome.failures) process.stdout.write(`  ${failure}\n`)
  await keep()
}
printTable()
if (steps.some(({ name }) => (outcomes[name]?.failures.length ?? 0) > 0)) process.exitCode = 1

function listSteps(): StabilityStep[] {
  const alone = Array.from({ length: PARTS }, (_, index) => {
    const part = `${index + 1}/${PARTS}`
    return { name: `${ALONE} ${part}`, run: () => runAlone(part) }
  })
  return [
    { name: 'the suite, shuffled', run: () => runShuffled(1) },
    { name: 'the suite, shuffled again', run: () => runShuffled(2) },
    { name: 'the suite, shuffled, one core busy', run: () => beside(() => runShuffled(3)) },
    ...alone,
  ]
}

function runShuffled(seed: number): Promise<RunOutcome> {
  return runVitest(['--tags-filter=!full'], { CLASP_TEST_SEED: String(seed) })
}

/** Without the walk in three looks, which is a part of the walk in all of them. */
function runAlone(part: string): Promise<RunOutcome> {
  return runVitest(['--tags-filter=!short', '--isolate', `--shard=${part}`])
}

/** Keeps one core busy meanwhile. */
async function beside(run: () => Promise<RunOutcome>): Promise<RunOutcome> {
  const busy = spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' })
  try {
    return await run()
  } finally {
    busy.kill('SIGKILL')
  }
}

async function readSaved(): Promise<Record<string, RunOutcome>> {
  const text = await readFile(SAVED, 'utf8').catch(() => null)
  if (text === null) return {}
  const saved = v.parse(SavedSchema, text)
  return saved.commit === commit ? saved.outcomes : {}
}

async function keep(): Promise<void> {
  await mkdir(dirname(SAVED), { recursive: true })
  await writeFile(SAVED, JSON.stringify({ commit, outcomes }))
}

function printTable(): void {
  const done = steps.flatMap(({ name }) => {
    const outcome = outcomes[name]
    return outcome ? [{ name, outcome }] : []
  })
  const alone = done.filter(({ name }) => name.startsWith(ALONE))
  const whole = done.filter(({ name }) => !name.startsWith(ALONE))
  const sum = (of: (outcome: RunOutcome) => number) =>
    alone.reduce((total, { outcome }) => total + of(outcome), 0)
  const day = new Date().toISOString().slice(0, 10)
  const lines = [
    `${day}, commit ${commit}, Node ${process.version}, ${availableParallelism()} cores`,
    '',
    '| run | files | tests | failed | time |',
    '| --- | --- | --- | --- | --- |',
    ...whole.map(({ name, outcome }) => row(name, outcome)),
    row(ALONE, {
      files: sum(({ files }) => files),
      tests: sum(({ tests }) => tests),
      seconds: sum(({ seconds }) => seconds),
      failures: alone.flatMap(({ outcome }) => outcome.failures),
    }),
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

function row(name: string, { files, tests, seconds, failures }: RunOutcome): string {
  return `| ${name} | ${files} | ${tests} | ${failures.length} | ${Math.floor(seconds / 60)} min ${seconds % 60} s |`
}
