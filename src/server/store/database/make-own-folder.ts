import { mkdir } from 'node:fs/promises'
import { errorCode } from '../../log/error-code.ts'

/** Only the user that runs the server has access. */
const OWN_FOLDER = 0o700

/** Creates a folder unless it exists. Its parent must exist, so that a mistyped path fails. */
export async function makeOwnFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWN_FOLDER })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
