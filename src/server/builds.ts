import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'

/** When the build began, in UTC, and six random digits: names sort by age. */
const BUILD_ID = /^\d{8}T\d{6}Z-[\da-f]{6}$/
/** What a build or a copy under way, or one that was broken off, is called. */
const UNFINISHED = /^\d{8}T\d{6}Z-[\da-f]{6}\.[\w-]+$/

/** Builds that stay, the newest first. The current one stays, too, however old it is. */
export const MAX_BUILDS = 10
/** No build and no copy takes as long. */
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
 * Deletes builds but the newest {@link MAX_BUILDS} and the current one, and what builds that were broken off
 * have left.
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
