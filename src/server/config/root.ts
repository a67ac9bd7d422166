import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The root of this clone, or of the installed package. */
export const ROOT = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}
