import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { errorCode } from './error-code.ts'

export type Environment = Record<string, string | undefined>

/**
 * The variables of the process over those of a `.env` file, so that a deployment can overrule the
 * file. A file that does not exist counts as empty; one that cannot be read throws.
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
