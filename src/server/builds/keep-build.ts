import { randomUUID } from 'node:crypto'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listBuilds, pruneBuilds } from './builds.ts'
import { errorCode } from '../log/error-code.ts'

/** Parts of a build that other servers need. */
const CLIENTS = ['client', 'client-without-evm']
/** Error codes that mean that another process was faster. */
const IS_THERE = new Set<string | undefined>(['EEXIST', 'ENOTEMPTY'])

/**
 * Copies the clients of a build into a folder that the servers of other builds read, too. An incomplete copy is never
 * visible; a build that is there already stays as it is.
 *
 * @param build folder of the build, whose name is its id
 * @throws errors of the file system
 */
export async function keepBuild(
  build: string,
  { builds, now }: { builds: string; now: number },
): Promise<void> {
  const id = basename(build)
  const saved = await listBuilds(builds)
  if (!saved.includes(id)) await copyClients(build, join(builds, id))
  await pruneBuilds(builds, { current: id, now })
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
