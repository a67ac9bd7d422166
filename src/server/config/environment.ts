import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { errorCode } from '../log/error-code.ts'

export type Environment = Record<string, string | undefined>

/**
 * The variables of a `.env` file, overridden by those of the process, so that a deployment can override the file. A
 * missing file counts as empty; an unreadable one throws.
 *
 * @param path of the file, such as `.env` in the working directory
 */
export function readEnvironment(path: string, process: Environment): Environment {
  return { ...parseEnv(readFile(path)), ...process }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}
