import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty folder that is deleted with its contents when the test ends. */
export async function makeTemporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `clasp-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
