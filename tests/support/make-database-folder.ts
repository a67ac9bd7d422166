import { existsSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Less than this may be all that a container grants. */
const MIN_FREE_BYTES = 1024 ** 3

/** A new folder for databases: in memory, where the machine has room there, so that no test waits for its disk. */
export async function makeDatabaseFolder(name: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? MEMORY : tmpdir(), name))
}

async function hasRoomInMemory(): Promise<boolean> {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize > MIN_FREE_BYTES
}
