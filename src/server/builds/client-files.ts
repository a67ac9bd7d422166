import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { listBuilds, nullIfMissing } from './builds.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file, ready to send; null for an encoding that the build does not have. */
export type ClientFile = { identity: Bytes; brotli: Bytes | null; gzip: Bytes | null }

/** Finds a file by its path under our origin, such as `/assets/home-B1x2Y3z4.js`; null if there is none. */
export type FindFile = (path: string) => Promise<ClientFile | null>

type Read = (path: string) => Promise<Bytes | null>

/** A name with a hash of the content, short enough for every disk. The same file has the same name in every build. */
const ASSET = /^\/assets\/[\w-][\w.-]{0,199}$/

/**
 * The files of a built client. They are read once, so later changes to the folder do not matter. Assets of other builds
 * are read on demand, so that an app that was opened from one of them still finds its chunks.
 *
 * @param client folder of the built client
 * @param builds folder of all builds, in each of which the client has the same name; null for no other build
 */
export async function openClientFiles(client: string, builds: string | null): Promise<FindFile> {
  const own = await readFiles(client)
  const readOwn: Read = async (path) => own.get(path) ?? null
  return async (path) => {
    const file = await fileFrom(readOwn, path)
    if (file !== null || builds === null || !ASSET.test(path)) return file
    return findInBuilds(path, { builds, name: basename(client) })
  }
}

/** All files of a folder, by their paths in it. */
async function readFiles(folder: string): Promise<Map<string, Bytes>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, Bytes>()
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, path)}`, new Uint8Array(await readFile(path)))
  }
  return files
}

async function findInBuilds(
  path: string,
  { builds, name }: { builds: string; name: string },
): Promise<ClientFile | null> {
  for (const id of await listBuilds(builds)) {
    const folder = join(builds, id, name)
    const file = await fileFrom((of) => readIfThere(join(folder, of)), path)
    if (file !== null) return file
  }
  return null
}

async function fileFrom(read: Read, path: string): Promise<ClientFile | null> {
  const identity = await read(path)
  if (identity === null) return null
  return { identity, brotli: await read(`${path}.br`), gzip: await read(`${path}.gz`) }
}

async function readIfThere(path: string): Promise<Bytes | null> {
  const bytes = await readFile(path).catch(nullIfMissing)
  return bytes && new Uint8Array(bytes)
}
