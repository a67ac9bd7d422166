import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../log/error-code.ts'

/** Start time of the build in UTC, and six random digits: names sort by age. */
const BUILD_ID = /^\d{8}T\d{6}Z-[\da-f]{6}$/
/** @param time Unix milliseconds @param mark six hexadecimal digits */
export function writeBuildId(time: number, mark: string): string {
  const stamp = new Date(time).toISOString().replace(/\.\d+/, '').replaceAll(/[:-]/g, '')
  return `${stamp}-${mark}`
}

/** Name of an unfinished build or copy: one under way, or one that was broken off. */
const UNFINISHED = /^\d{8}T\d{6}Z-[\da-f]{6}\.[\w-]+$/

/** How many builds stay, the newest first. The current one always stays, however old it is. */
export const MAX_BUILDS = 10
/** No build and no copy takes this long. */
const UNFINISHED_MS = 60 * 60 * 1_000

/** Ids of the finished builds in a folder, the newest first; none where there is no such folder. */
export async function listBuilds(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names
    .filter((name) => BUILD_ID.test(name))
    .sort()
    .toReversed()
}

/**
 * Deletes all builds except the newest {@link MAX_BUILDS} and the current one, and leftovers of builds that were broken
 * off.
 */
export async function pruneBuilds(
  folder: string,
  { current, now }: { current: string; now: number },
): Promise<void> {
  const old = (await listBuilds(folder)).slice(MAX_BUILDS).filter((id) => id !== current)
  const left: string[] = []
  for (const name of await namesIn(folder)) {
    if (UNFINISHED.test(name) && (await isLeft(join(folder, name), now))) left.push(name)
  }
  for (const name of [...old, ...left]) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function isLeft(path: string, now: number): Promise<boolean> {
  const stats = await stat(path).catch(nullIfMissing)
  return stats !== null && now - stats.mtimeMs > UNFINISHED_MS
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}

/** For `catch`: null for a file or folder that does not exist. */
export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}
