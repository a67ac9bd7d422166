import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listBuilds, pruneBuilds, writeBuildId } from './builds.ts'
import { errorCode } from '../log/error-code.ts'

/** Parts of a build that other servers need. */
const CLIENTS = ['client', 'client-without-evm']
/** Error codes that mean that another process was faster. */
const IS_THERE = new Set<string | undefined>(['EEXIST', 'ENOTEMPTY'])

/**
 * Copies the clients of a build into a folder that the servers of other builds read, too. An incomplete copy is never
 * visible; a build that is there already stays as it is. The copy's id has the time at which it was made: a package is
 * the same everywhere, and has no time of its own.
 *
 * @param build folder of the build
 * @throws errors of the file system
 */
export async function keepBuild(
  build: string,
  { builds, now }: { builds: string; now: number },
): Promise<void> {
  const mark = await getMark(build)
  const found = (await listBuilds(builds)).find((id) => id.endsWith(mark))
  const current = found ?? writeBuildId(now, mark)
  if (found === undefined) await copyClients(build, join(builds, current))
  await pruneBuilds(builds, { current, now })
}

/** Six digits that differ where assets differ, because their names have hashes of what is in them. */
async function getMark(build: string): Promise<string> {
  const names = await Promise.all(CLIENTS.map((client) => readdir(join(build, client, 'assets'))))
  return createHash('sha256').update(names.flat().sort().join('\n')).digest('hex').slice(0, 6)
}

async function copyClients(build: string, to: string): Promise<void> {
  const unfinished = `${to}.${randomUUID()}`
  await mkdir(unfinished, { recursive: true })
  try {
    for (const client of CLIENTS) {
      await cp(join(build, client), join(unfinished, client), { recursive: true })
    }
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!IS_THERE.has(errorCode(error))) throw error
  }
}
