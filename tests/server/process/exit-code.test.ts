import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = new URL('../../..', import.meta.url)

/** Acts as the run of a suite with a failed test, in which Vitest sets the code and waits for the end. */
const FAILING_RUN = `
  const { loadEmbeddedPostgres } = await import('./tests/support/embedded-postgres.ts')
  const { remove } = await loadEmbeddedPostgres()
  await remove()
  process.exitCode = 3
`

test('a process that loads the embedded Postgres keeps its exit code', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', FAILING_RUN]
  const run = promisify(execFile)(process.execPath, args, { cwd: ROOT })
  await expect(run).rejects.toMatchObject({ code: 3, stderr: '' })
})
