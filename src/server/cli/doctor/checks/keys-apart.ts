import { readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { parseEnv } from 'node:util'
import { isLoopback } from '#shared/site.ts'
import { isSqlite, sqlitePath } from '#server/store/database/sqlite-path.ts'
import { failure, type Finding, ok, warning } from '../finding.ts'

type Deps = {
  databaseUrl: string
  publicUrl: string
  /** Folder that holds `.env`; the base of a relative DATABASE_URL. */
  directory: string
}

const FIX =
  'Give the database a folder of its own, such as DATABASE_URL=file:./data/clasp.db, and move it there while Clasp is stopped.'

/** A copy of the database's folder must not hold the key of the database. */
export async function checkKeysApart(deps: Deps): Promise<Finding[]> {
  if (!isSqlite(deps.databaseUrl)) {
    return ok('The database is on a server of its own, away from DATA_KEY.')
  }
  const path = sqlitePath(deps.databaseUrl)
  if (path === ':memory:') return ok('The database is kept in memory.')
  const directory = await realFolder(deps.directory)
  const folder = await realFolder(dirname(resolve(directory, path)))
  const found = (await keyFiles(new Set([directory, folder]))).filter((file) => isIn(file, folder))
  if (found.length === 0) return ok('No file with DATA_KEY lies in the folder of the database.')
  const names = found.map((file) => relative(folder, file)).join(', ')
  const text = `DATA_KEY (in ${names}) lies in the folder of the database: a copy of that folder holds both.`
  return isAtHome(deps.publicUrl) ? warning(text, FIX) : failure(text, FIX)
}

function isAtHome(publicUrl: string): boolean {
  return isLoopback(new URL(publicUrl).hostname)
}

function realFolder(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

function isIn(file: string, folder: string): boolean {
  const path = relative(folder, file)
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** Files named like `.env` that set a key. */
async function keyFiles(folders: ReadonlySet<string>): Promise<string[]> {
  const files = await Promise.all([...folders].map(envFiles))
  const checked = files.flat().map(async (file) => ({ file, hasKey: await setsKey(file) }))
  return (await Promise.all(checked)).filter(({ hasKey }) => hasKey).map(({ file }) => file)
}

async function envFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\.env|\.env$/.test(name)).map((name) => join(folder, name))
}

async function setsKey(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const { DATA_KEY = '' } = parseEnv(text)
  return DATA_KEY !== ''
}
