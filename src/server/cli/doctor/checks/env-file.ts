import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { VARIABLE_NAMES } from '#server/config/variables.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { failure, type Finding, ok, okUnless, warning } from '../finding.ts'

/** Read, write and enter, for all except the owner of the file. */
const FOR_OTHERS = 0o077
/** Shorter names have too many neighbours at a distance of two typos. */
const LONG_NAME = 8

/** `.env`: its permissions, and names in it that nearly match ours. */
export async function checkEnvFile({ directory }: { directory: string }): Promise<Finding[]> {
  const path = join(directory, '.env')
  const stats = await stat(path).catch(() => null)
  if (stats === null) return [ok('There is no .env; the variables come from the process.')]
  const names = readNames(path)
  if (names === null) {
    return [failure('.env cannot be read.', 'Give the user that runs Clasp the right to read it.')]
  }
  return okUnless([...checkMode(stats), ...checkTypos(names)], 'Only its owner can read .env.')
}

function readNames(path: string): string[] | null {
  try {
    return Object.keys(readEnvironment(path, {}))
  } catch {
    return null
  }
}

function checkMode({ mode }: Stats): Finding[] {
  if ((mode & FOR_OTHERS) === 0) return []
  return [warning('Other users of this machine can open .env.', 'Run: chmod 600 .env')]
}

function checkTypos(names: string[]): Finding[] {
  return names.flatMap((name) => {
    const meant = VARIABLE_NAMES.includes(name) ? undefined : nearest(name)
    if (meant === undefined) return []
    return [
      warning(
        `.env sets ${name}, which nothing reads.`,
        `Write ${meant} if that is what it should be.`,
      ),
    ]
  })
}

function nearest(name: string): string | undefined {
  const slips = name.length < LONG_NAME ? 1 : 2
  return VARIABLE_NAMES.find((ours) => editDistance(name.toUpperCase(), ours) <= slips)
}

/** Levenshtein distance: letters to add, drop or change until `a` is `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
