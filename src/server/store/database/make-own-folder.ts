import { mkdir } from 'node:fs/promises'
import { errorCode } from '../../log/error-code.ts'

/** For the user that runs the server, and nobody else. */
const OWN_FOLDER = 0o700

/** Makes a folder unless it is there. The one that it lies in must exist: a mistyped path is a mistake. */
export async function makeOwnFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWN_FOLDER })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
