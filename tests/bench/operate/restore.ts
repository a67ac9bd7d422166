import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createApiKey } from '#server/http/host/api-key.ts'
import { copySqliteDatabase } from '#server/store/database/copy-database.ts'
import { openStore } from '#server/store/open-store.ts'
import { askEvents, readEvents } from '#tests/support/read-events.ts'
import { linkAll } from '../submit-proof.ts'
import { type Finding, note } from './finding.ts'
import { makeTables, readyProofs } from './ready-proofs.ts'
import { DATA_KEY, type Stage, startServer } from './stage.ts'

/** Links between the backup and its restore, and links after it. */
const LINKS = 15

/** A database that can be put back to where it was. Nobody is connected meanwhile. */
type Restorable = { name: string; url: string; backup(): Promise<void>; restore(): Promise<void> }

/** A backup is put back while somebody follows the events by a cursor. */
export async function restore(stage: Stage): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const open of [openPostgres, openSqlite]) {
    findings.push(...(await tryRestore(stage, await open(stage))))
  }
  return findings
}

async function tryRestore(stage: Stage, database: Restorable): Promise<Finding[]> {
  const { name, url } = database
  await makeTables(url)
  const key = await addKey(url)
  const proofs = await readyProofs(url, stage.getProofs(4 * LINKS))
  const some = (index: number) => proofs.slice(index * LINKS, (index + 1) * LINKS)

  await serving(stage, url, (at) => linkAll(at, some(0)))
  await database.backup()
  const cursor = await serving(stage, url, async (at) => {
    await linkAll(at, some(1))
    return (await readEvents(at, key)).cursor
  })
  await database.restore()
  // The members of the links that were lost link other wallets afterwards.
  return serving(stage, url, async (at) => {
    await linkAll(at, some(2))
    const old = await askEvents(at, key, cursor)
    const again = await readEvents(at, key)
    const missed = 2 * LINKS - again.ids.size
    await linkAll(at, some(3))
    const next = await readEvents(at, key, again.cursor)
    return [
      answered(`restore, ${name}: the cursor of before gets`, old.status, 409),
      answered(`restore, ${name}: events missed after beginning again`, missed, 0),
      answered(`restore, ${name}: events missed by the new cursor`, LINKS - next.ids.size, 0),
    ]
  })
}

function answered(fault: string, measured: number, aim: number): Finding {
  return { ...note(fault, String(measured)), aim: String(aim), isMet: measured === aim }
}

async function openPostgres({ postgres }: Stage): Promise<Restorable> {
  const url = await postgres.createDatabase('restored')
  const alter = (statement: string) => runOn(url, statement)
  return {
    name: 'Postgres',
    url,
    backup: () => alter('create database restored_backup template restored'),
    async restore() {
      await alter('drop database restored')
      await alter('create database restored template restored_backup')
    },
  }
}

/** From a database beside it, so that nobody is in the one that changes. */
async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(databaseUrl)
  url.pathname = 'postgres'
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(statement)
  await client.end()
}

function openSqlite({ directory }: Stage): Promise<Restorable> {
  const path = join(directory, 'restored.db')
  const copy = join(directory, 'backup.db')
  const url = `file:${path}`
  return Promise.resolve({
    name: 'SQLite',
    url,
    async backup() {
      await copySqliteDatabase(path, copy)
    },
    async restore() {
      for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true })
      await copyFile(copy, path)
    },
  })
}

async function addKey(databaseUrl: string): Promise<string> {
  const store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: true })
  const { key, hash } = createApiKey()
  await store.addApiKey({ name: 'poller', scopes: ['events:read'], hash }, Date.now())
  await store.close()
  return key
}

/** Works with a server that is started for it and stopped in order after it. */
async function serving<Result>(
  stage: Stage,
  databaseUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(stage, { DATABASE_URL: databaseUrl })
  await server.ready()
  const result = await work(server.url)
  await server.stop()
  return result
}
