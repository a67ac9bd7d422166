import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { type Counts, ordersProperty } from './orders.ts'
import { findPlants } from './find-plants.ts'
import { type SearchedOrders, searchAll } from './all-orders.ts'
import { openStage, type ModelStage } from './world.ts'

/** Histories of one seed. The next begin with the next seed, so a run can go on where another ended. */
const PER_SEED = 50

/**
 * `npm run test:orders -- --runs 100000` searches; `--seed 17` goes on from there; what a failure prints replays
 * it; `--all` takes every order of a small world, and `--crashes` with it crashes everywhere;
 * `--planted` looks for the planted defects.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      path: { type: 'string' },
      replay: { type: 'string' },
      first: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      crashes: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  })
  if (values.planted) return findPlants(Number(values.runs), values.only)
  const counts: Counts = { histories: 0, steps: 0, simulatedMs: 0 }
  const stage = await openStage()
  const start = performance.now()
  try {
    if (values.all) return await runAll(stage, values.crashes)
    const wanted = Number(values.runs)
    for (let done = 0, seed = Number(values.seed); done < wanted; done += PER_SEED, seed += 1) {
      const { path } = values
      const result = await fc.check(ordersProperty(stage, counts, { replayPath: values.replay }), {
        seed,
        numRuns: Math.min(PER_SEED, wanted - done),
        endOnFailure: values.first,
        ...(path !== undefined && { path }),
      })
      if (result.failed) return fail(result, done + result.numRuns)
      console.log(write(counts, performance.now() - start), `| go on with --seed ${seed + 1}`)
      if (path !== undefined) return
    }
  } finally {
    await stage.close()
  }
}

async function runAll(stage: ModelStage, withCrashes: boolean): Promise<void> {
  const start = performance.now()
  const report = ({ states, edges, crashes }: SearchedOrders) => {
    const seconds = Math.round((performance.now() - start) / 1_000)
    console.log(`${states} states, ${edges} steps, ${crashes} crashes in ${seconds} s`)
  }
  report(await searchAll(stage, { withCrashes, report }))
}

type FailedHistory = Pick<
  fc.RunDetails<unknown>,
  'seed' | 'counterexample' | 'counterexamplePath' | 'errorInstance' | 'numShrinks'
>

function fail(result: FailedHistory, histories: number): void {
  const { seed, counterexample, counterexamplePath, errorInstance, numShrinks } = result
  const replayed = /replayPath="([^"]+)"/u.exec(String(counterexample))?.[1] ?? ''
  console.log(
    `failed in history ${histories}; the shortest, after ${numShrinks} steps of shortening:`,
  )
  console.log(errorInstance instanceof Error ? errorInstance.message : errorInstance)
  console.log(`replay it with --seed ${seed} --path ${counterexamplePath} --replay ${replayed}`)
  process.exitCode = 1
}

function write({ histories, steps, simulatedMs }: Counts, ms: number): string {
  const seconds = ms / 1_000
  const rate = (what: number) => (what / seconds).toFixed(1)
  const hours = simulatedMs / 3_600_000
  return `${histories} histories, ${steps} steps: ${rate(steps)} steps/s, ${rate(hours)} simulated hours/s`
}

await main()
