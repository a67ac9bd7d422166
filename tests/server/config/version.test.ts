import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findUpdate, VERSION } from '#server/config/version.ts'

test('another version in the folder of the package is an update that waits for a restart', async () => {
  const root = await mkdtemp(join(tmpdir(), 'clasp-version-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'package.json'), JSON.stringify({ version: '9.0.0' }))
  expect(findUpdate(root)).toEqual({ running: VERSION, installed: '9.0.0' })
})

test('the version that runs is no update', () => {
  expect(findUpdate()).toBeNull()
})
