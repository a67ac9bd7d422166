import type { BadVariable } from '#server/config/config-reader.ts'
import { failure, type Finding, skipped, type CheckStatus } from './finding.ts'

export type DoctorCheck = {
  /** Kebab-case, as it is printed. */
  name: string
  /** Variables that the check requires. @default none */
  needs?: readonly string[]
  /** Earlier checks in the list that must succeed before this one. @default none */
  after?: readonly string[]
  run: (signal: AbortSignal) => Promise<Finding[]>
}

/** A finding under the name of its check; `fix` says how to fix a warning or a failure. */
export type CheckReport = { check: string; status: CheckStatus; found: string; fix?: string }

type Limits = {
  /** Variables that cannot be used. */
  bad: readonly BadVariable[]
  /** How long one check may take, in milliseconds. */
  timeoutMs: number
}

/** Runs all checks in parallel, except those that wait for others. Answers in the order of the list; never rejects. */
export async function runChecks(
  checks: readonly DoctorCheck[],
  limits: Limits,
): Promise<CheckReport[]> {
  const runs = new Map<string, Promise<Finding[]>>()
  for (const check of checks) runs.set(check.name, runAfterOthers(check, { ...limits, runs }))
  const reports: CheckReport[] = []
  for (const [check, run] of runs) {
    for (const finding of await run) reports.push({ check, ...finding })
  }
  return reports
}

type Runs = ReadonlyMap<string, Promise<Finding[]>>

async function runAfterOthers(
  { needs = [], after = [], run }: DoctorCheck,
  { bad, timeoutMs, runs }: Limits & { runs: Runs },
): Promise<Finding[]> {
  const missing = needs.find((needed) => bad.some(({ name }) => name === needed))
  if (missing) return skipped(`Not checked: ${missing} cannot be used.`)
  for (const name of after) {
    const findings = (await runs.get(name)) ?? []
    if (findings.some(isObstacle)) return skipped(`Not checked: "${name}" did not pass.`)
  }
  return runInTime(run, timeoutMs)
}

function isObstacle({ status }: Finding): boolean {
  return status === 'failure' || status === 'skipped'
}

/** Stops waiting at the timeout even if a check ignores its signal. */
async function runInTime(run: DoctorCheck['run'], timeoutMs: number): Promise<Finding[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const isOver = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true })
  })
  try {
    return await Promise.race([run(signal), isOver])
  } catch (error) {
    return signal.aborted ? tooSlow(timeoutMs) : broken(error)
  }
}

function tooSlow(timeoutMs: number): Finding[] {
  return failure(
    `The check timed out after ${timeoutMs / 1_000} s.`,
    'Check whether the service is up and whether this machine can reach it.',
  )
}

/** Only the class of the error, because third-party messages may quote the query. */
function broken(error: unknown): Finding[] {
  const name = error instanceof Error ? error.name : typeof error
  return failure(
    `The check itself broke (${name}).`,
    'Run the doctor again, and report this line if it stays.',
  )
}
