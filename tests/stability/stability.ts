import { execFileSync, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { createVitest } from 'vitest/node'
import { type Outcome, runVitest } from './run-vitest.ts'

/*
 * Runs the whole suite three times in shuffled order, the last time beside a process that keeps one
 * core busy, and each test file once alone. What has run on this commit is kept, so a run that was
 * broken off goes on; `--fresh` starts again, `--files 1/4` runs the first quarter of the files alone.
 */

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'node_modules/.cache/stability.json')

const OutcomeSchema = v.object({
  tests: v.number(),
  seconds: v.number(),
  failures: v.array(v.string()),
})
const KeptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ commit: v.string(), outcomes: v.record(v.string(), OutcomeSchema) }),
)

type Step = { name: string; run: () => Promise<Outcome> }

const { values } = parseArgs({
  options: { fresh: { type: 'boolean' }, files: { type: 'string' } },
})
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT })
  .toString()
  .trim()
const outcomes = values.fresh === true ? {} : await readKept()
const steps = await listSteps()
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

async function listSteps(): Promise<Step[]> {
  const alone = (await listFiles()).map((file) => ({
    name: file,
    run: () => runVitest([file]),
  }))
  if (values.files !== undefined) return takePart(alone, values.files)
  return [
    { name: 'the suite, shuffled', run: () => runShuffled(1) },
    { name: 'the suite, shuffled again', run: () => runShuffled(2) },
    { name: 'the suite, shuffled, one core busy', run: () => beside(() => runShuffled(3)) },
    ...alone,
  ]
}

function takePart(all: readonly Step[], part: string): Step[] {
  const [which = 1, of = 1] = part.split('/').map(Number)
  return all.filter((_, index) => index % of === which - 1)
}

function runShuffled(seed: number): Promise<Outcome> {
  return runVitest(['--tags-filter=!short', '--sequence.shuffle', `--sequence.seed=${seed}`])
}

/** Keeps one core busy meanwhile. */
async function beside(run: () => Promise<Outcome>): Promise<Outcome> {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  try {
    return await run()
  } finally {
    busy.kill('SIGKILL')
  }
}

async function listFiles(): Promise<string[]> {
  const vitest = await createVitest('test', { watch: false, root: ROOT })
  const found = await vitest.globTestSpecifications()
  await vitest.close()
  return found.map(({ moduleId }) => relative(ROOT, moduleId)).toSorted()
}

async function readKept(): Promise<Record<string, Outcome>> {
  const text = await readFile(KEPT, 'utf8').catch(() => null)
  if (text === null) return {}
  const kept = v.parse(KeptSchema, text)
  return kept.commit === commit ? kept.outcomes : {}
}

async function keep(): Promise<void> {
  await mkdir(dirname(KEPT), { recursive: true })
  await writeFile(KEPT, JSON.stringify({ commit, outcomes }))
}

function printTable(): void {
  const done = steps.flatMap(({ name }) => {
    const outcome = outcomes[name]
    return outcome ? [{ name, outcome }] : []
  })
  const alone = done.filter(({ name }) => name.startsWith('tests/'))
  const rows = done
    .filter(({ name, outcome }) => !name.startsWith('tests/') || outcome.failures.length > 0)
    .map(({ name, outcome }) => row(name, outcome))
  const sum = (of: (outcome: Outcome) => number) =>
    alone.reduce((total, { outcome }) => total + of(outcome), 0)
  const day = new Date().toISOString().slice(0, 10)
  const lines = [
    `${day}, commit ${commit}, Node ${process.version}, ${availableParallelism()} cores`,
    '',
    '| run | tests | failed | time |',
    '| --- | --- | --- | --- |',
    ...rows,
    row(`${alone.length} files, each alone`, {
      tests: sum(({ tests }) => tests),
      seconds: sum(({ seconds }) => seconds),
      failures: alone.flatMap(({ outcome }) => outcome.failures),
    }),
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

function row(name: string, { tests, seconds, failures }: Outcome): string {
  return `| ${name} | ${tests} | ${failures.length} | ${Math.floor(seconds / 60)} min ${seconds % 60} s |`
}
