import { readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listBuilds, nullIfMissing } from '#server/builds/builds.ts'
import { buildsIn } from './publish-build.ts'

/** There is no such build to go back to; the message says which there are. */
export class NoBuildError extends Error {
  override name = 'NoBuildError'
}

/**
 * The build with this id; without one, the newest that is older than the current one.
 *
 * @throws NoBuildError
 */
export async function chooseBuild(dist: string, id: string | undefined): Promise<string> {
  const builds = await listBuilds(buildsIn(dist))
  const link = await readlink(join(dist, 'current')).catch(nullIfMissing)
  if (link === null) throw new NoBuildError('there is no build yet: npm run build')
  const current = basename(link)
  const chosen = builds.find((found) => (id === undefined ? found < current : found === id))
  if (chosen !== undefined) return chosen
  throw new NoBuildError(
    `there is no ${id ?? `build before ${current}`}. There are: ${builds.join(', ')}`,
  )
}
