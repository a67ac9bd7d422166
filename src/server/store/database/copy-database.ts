import { randomBytes } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { errorCode } from '../../log/error-code.ts'
import { openLibsqlConnection } from './sqlite-database.ts'

/** Only the file's owner can read or write it. */
const PRIVATE_MODE = 0o600

/**
 * Copies what is committed in an SQLite database, also while others write to it. The copy gets its name when it is complete and
 * on the disk. A file of that name is never overwritten (`EEXIST`).
 */
export async function copySqliteDatabase(path: string, target: string): Promise<void> {
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`
  try {
    const file = await open(partial, 'wx', PRIVATE_MODE)
    try {
      copyInto(path, partial)
      await file.sync()
    } finally {
      await file.close()
    }
    await moveToFreeName(partial, target)
  } finally {
    await rm(partial, { force: true })
  }
}

function copyInto(path: string, partial: string): void {
  const connection = openLibsqlConnection(path)
  try {
    connection.prepare('vacuum into ?').run([partial])
  } finally {
    connection.close()
  }
}

/** Moves a file to a name that none has (`EEXIST`). */
export async function moveToFreeName(from: string, to: string): Promise<void> {
  await linkOrRename(from, to)
  await rm(from, { force: true })
}

/** Gives a file a second name, which none has (`EEXIST`). Where the file system has no hard links, it loses the first. */
export async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error
    await rename(from, to)
  }
}
