import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { isOutage } from '#server/store/database/is-outage.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const PERMISSIONS = 0o777

let directory: string
beforeEach(async () => void (directory = await makeTemporaryFolder('file')))

async function getMode(path: string): Promise<number> {
  return (await stat(join(directory, path))).mode & PERMISSIONS
}

test("only their owner can read a new database, its folder and SQLite's files next to it", async () => {
  const database = await openSqliteDatabase(join(directory, 'data/clasp.db'))
  await database.write((sql) => sql.deleteFrom('updates').execute())
  const modes = [
    await getMode('data'),
    await getMode('data/clasp.db'),
    await getMode('data/clasp.db-wal'),
  ]
  await database.close()
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

test('a folder whose own folder is missing is a mistake, and not made', async () => {
  await expect(openSqliteDatabase(join(directory, 'tpyo/data/clasp.db'))).rejects.toThrow('ENOENT')
  await expect(stat(join(directory, 'tpyo'))).rejects.toThrow('ENOENT')
})

test('what is written after the file is gone is refused, and goes through once it is back', async () => {
  const path = join(directory, 'clasp.db')
  const aside = join(directory, 'aside.db')
  const database = await openSqliteDatabase(path)
  const write = () => database.write((sql) => sql.deleteFrom('updates').execute())
  await write()
  await rename(path, aside)
  const refusal: unknown = await write().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'DATABASE_GONE' })
  expect(isOutage(refusal)).toBe(true)
  await writeFile(path, 'another one')
  await expect(write()).rejects.toThrow('the file of the database is gone')
  await rename(aside, path)
  await expect(write()).resolves.toBeDefined()
  await database.close()
})
