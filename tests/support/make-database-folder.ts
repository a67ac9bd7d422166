import { existsSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A container may grant less than this. */
const MIN_FREE_BYTES = 1024 ** 3

/** Makes a folder for databases, in memory where the machine has room, so that no test waits for the disk. */
export async function makeDatabaseFolder(name: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? MEMORY : tmpdir(), name))
}

async function hasRoomInMemory(): Promise<boolean> {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = await statfs(MEMORY)
  return bavail * bsize > MIN_FREE_BYTES
}
