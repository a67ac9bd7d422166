import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

/** What a run of vitest came to. */
export type RunOutcome = {
  files: number
  tests: number
  seconds: number
  /** The tests that failed and why, or a sentence about a run that did not get that far. */
  failures: string[]
}

const ReportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    success: v.boolean(),
    numPassedTests: v.number(),
    numFailedTests: v.number(),
    testResults: v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        message: v.optional(v.string(), ''),
        assertionResults: v.array(
          v.object({
            fullName: v.string(),
            status: v.string(),
            failureMessages: v.optional(v.array(v.string()), []),
          }),
        ),
      }),
    ),
  }),
)

/** @param environment added to that of this process */
export async function runVitest(
  options: readonly string[],
  environment: Record<string, string> = {},
): Promise<RunOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-stability-'))
  const report = join(directory, 'report.json')
  const startedAt = Date.now()
  try {
    const reporting = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const output = await runProcess([...options, ...reporting], environment)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    const text = await readFile(report, 'utf8').catch(() => null)
    if (text === null)
      return { files: 0, tests: 0, seconds, failures: [`no report: ${output.slice(-500)}`] }
    const { success, numPassedTests, numFailedTests, testResults } = v.parse(ReportSchema, text)
    const tests = numPassedTests + numFailedTests
    const failures = testResults.flatMap((file) => getFailures(file, output))
    if (!success && failures.length === 0)
      failures.push(`no test failed, but: ${output.slice(-500)}`)
    return { files: testResults.length, tests, seconds, failures }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

type FileResult = v.InferOutput<typeof ReportSchema>['testResults'][number]

/** Why the hooks of a file failed stands in the output alone. */
function getFailures(
  { name, status, message, assertionResults }: FileResult,
  output: string,
): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length > 0)
    return failed.map(
      ({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(' ')}`,
    )
  const [hooks = ''] = /Failed Suites[^]{0,3000}/.exec(output) ?? []
  return status === 'failed' ? [`${name}: ${message} ${hooks}`] : []
}

/** Whatever it exits with; gives back what it wrote. */
function runProcess(
  options: readonly string[],
  environment: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [VITEST, 'run', ...options], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    }
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
