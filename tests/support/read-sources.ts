import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Every TypeScript file in a folder of the project, with its path from there. */
export function readSources(folder: 'src' | 'tests'): { file: string; code: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file))
    .map((file) => ({ file, code: readFileSync(join(ROOT, folder, file), 'utf8') }))
}
