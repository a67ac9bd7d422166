import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeFileError } from '../log/describe-file-error.ts'
import { errorCode } from '../log/error-code.ts'
import { StartError } from './start-error.ts'

/** Beside `.env`, so that it outlives the database. */
const FILE = '.clasp-databases'
const OWN_FILE = 0o600

/** The databases that the settings of a folder have led to, so that a start notices when one is lost. */
export type UsedDatabases = {
  /** Path of the list. */
  path: string
  /** @throws {StartError} for a list that cannot be read */
  has(place: string): Promise<boolean>
  /** Rejects also for a list that cannot be written. */
  note(place: string): Promise<void>
}

/** @param folder that holds `.env` */
export function createUsedDatabases(folder: string): UsedDatabases {
  const path = join(folder, FILE)

  async function has(place: string): Promise<boolean> {
    return (await readList(path)).includes(place)
  }

  return {
    path,
    has,
    async note(place) {
      if (!(await has(place))) await appendFile(path, `${place}\n`, { mode: OWN_FILE })
    },
  }
}

async function readList(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw new StartError(describeFileError(path, error), { cause: error })
  }
}
