import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of Debian's servers. It is not on every user's path. */
const SYSTEM_FOLDER = '/usr/sbin'

/** The path of an installed program, or null where there is none. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), SYSTEM_FOLDER]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
