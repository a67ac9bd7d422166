import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pruneBuilds, writeBuildId } from '#server/builds/builds.ts'

/** Folder of all builds. @param dist also has the link `current`, to the one that is started */
export const buildsIn = (dist: string) => join(dist, 'builds')

/**
 * Makes a build in a folder of its own, and puts it in the place of the current one once it is whole. One that fails changes
 * nothing. Several may be made at the same time: each is whole, and the last one to be ready is current.
 *
 * @param make fills the folder whose path it gets
 * @returns the build's id
 */
export async function publishBuild(
  dist: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const id = writeBuildId(Date.now(), randomBytes(3).toString('hex'))
  const unfinished = join(buildsIn(dist), `${id}.unfinished`)
  await mkdir(unfinished, { recursive: true })
  try {
    await make(unfinished)
    await rename(unfinished, join(buildsIn(dist), id))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  await switchTo(dist, id)
  await pruneBuilds(buildsIn(dist), { current: id, now: Date.now() })
  return id
}

/** Makes a finished build the current one. Servers that run are not touched. */
export async function switchTo(dist: string, id: string): Promise<void> {
  const next = join(dist, `current.${randomBytes(3).toString('hex')}`)
  await symlink(join('builds', id), next)
  await rename(next, join(dist, 'current'))
}
