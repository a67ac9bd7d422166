import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUpdate, VERSION } from '#server/config/version.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

test('another version in the folder of the package is an update that waits for a restart', async () => {
  const root = await makeTemporaryFolder('version')
  await writeFile(join(root, 'package.json'), JSON.stringify({ version: '9.0.0' }))
  expect(findUpdate(root)).toEqual({ running: VERSION, installed: '9.0.0' })
})

test('the version that runs is no update', () => {
  expect(findUpdate()).toBeNull()
})
