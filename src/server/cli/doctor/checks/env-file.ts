import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, readEnvironment } from '#server/config/environment.ts'
import { listUnreadVariables } from '#server/config/unread-variables.ts'
import { failure, type Finding, ok, okUnless, warning } from '../finding.ts'

/** Read, write and enter, for all except the owner of the file. */
const FOR_OTHERS = 0o077

/** `.env`: its permissions, and names in it that nothing reads. */
export async function checkEnvFile(directory: string): Promise<Finding[]> {
  const path = join(directory, '.env')
  const stats = await stat(path).catch(() => null)
  if (stats === null) return ok('There is no .env; the variables come from the process.')
  const file = readFile(path)
  if (file === null) {
    return failure('.env cannot be read.', 'Give the user that runs Clasp permission to read it.')
  }
  const unread = listUnreadVariables(file).flatMap(({ found, fix }) => warning(found, fix))
  return okUnless([...checkMode(stats), ...unread], 'Only its owner can read .env.')
}

function readFile(path: string): Environment | null {
  try {
    return readEnvironment(path, {})
  } catch {
    return null
  }
}

function checkMode({ mode }: Stats): Finding[] {
  if ((mode & FOR_OTHERS) === 0) return []
  return warning('Other users of this machine can read .env.', 'Run: chmod 600 .env')
}
