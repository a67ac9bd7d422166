import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createApiKey } from '#server/http/host/api-key.ts'
import { copySqliteDatabase } from '#server/store/database/copy-database.ts'
import { askEvents, readEvents } from '#tests/support/read-events.ts'
import { undoing } from '../undoing.ts'
import { linkAll } from '../submit-proof.ts'
import { type OperateFinding, note } from './finding.ts'
import { makeTables, openBenchStore } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { type OperatePart, type OperateStage, startServer } from './stage.ts'

/** Links between the backup and its restore, and links after it. */
const LINKS = 15

/** A database that can be put back to where it was. Nobody is connected meanwhile. */
type Restorable = { name: string; url: string; backup(): Promise<void>; restore(): Promise<void> }

/** A backup is put back while somebody follows the events by a cursor. */
export const restore: OperatePart = async (stage) => {
  const findings: OperateFinding[] = []
  for (const open of [openPostgres, openSqlite]) {
    findings.push(...(await tryRestore(await open(stage))))
  }
  return findings
}

async function tryRestore(database: Restorable): Promise<OperateFinding[]> {
  const { name, url } = database
  await makeTables(url)
  const key = await addKey(url)
  const proofs = await readyProofs(url, getProofs(4 * LINKS))
  const some = (index: number) => proofs.slice(index * LINKS, (index + 1) * LINKS)

  await serving(url, (at) => linkAll(at, some(0)))
  await database.backup()
  const cursor = await serving(url, async (at) => {
    await linkAll(at, some(1))
    return (await readEvents(at, key)).cursor
  })
  await database.restore()
  // The members of the links that were lost link other wallets afterwards.
  return serving(url, async (at) => {
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

function answered(fault: string, measured: number, aim: number): OperateFinding {
  return { ...note(fault, String(measured)), aim: String(aim), isMet: measured === aim }
}

async function openPostgres({ postgres }: OperateStage): Promise<Restorable> {
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

function openSqlite({ directory }: OperateStage): Promise<Restorable> {
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
  const store = await openBenchStore(databaseUrl)
  const { key, hash } = createApiKey()
  await store.addApiKey({ name: 'poller', scopes: ['events:read'], hash }, Date.now())
  await store.close()
  return key
}

/** Works with a server that is started for it and stopped in order after it. */
function serving<Result>(
  databaseUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  return undoing(async () => {
    const server = await startServer({ DATABASE_URL: databaseUrl })
    const result = await work(server.url)
    await server.stop()
    return result
  })
}
