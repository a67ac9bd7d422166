import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findProgram } from '#tests/support/find-program.ts'
import { readDocumented } from '#tests/support/read-documented.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const run = promisify(execFile)
const analyzer = findProgram('systemd-analyze')
if (analyzer === null)
  process.stdout.write('The tests with systemd-analyze are skipped: it is not installed.\n')
/** Exposure in tenths: from 0, the safest, to 100. A unit without any of these settings has 92. */
const MAX_EXPOSURE = '20'

async function writeUnit(): Promise<string> {
  const folder = await makeTemporaryFolder('unit')
  const path = join(folder, 'clasp.service')
  const unit = await readDocumented('ini')
  await writeFile(path, unit.replace('/usr/bin/node', process.execPath))
  return path
}

describe('the unit of docs/running.md', () => {
  test.each(['ProtectSystem=strict', 'NoNewPrivileges=yes', 'PrivateTmp=yes'])(
    'has %s',
    async (line) => {
      expect((await readDocumented('ini')).split('\n')).toContain(line)
    },
  )

  describe.runIf(analyzer !== null)('by systemd-analyze', () => {
    test('is understood, with every setting', async () => {
      const { stderr } = await run(analyzer ?? '', ['verify', await writeUnit()])
      expect(stderr).toBe('')
    })

    test('exposes little', async () => {
      const options = ['--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager']
      const { stdout } = await run(analyzer ?? '', ['security', ...options, await writeUnit()])
      expect(stdout).toContain('Overall exposure level')
    })
  })
})
