import { createToken, hashToken } from '#server/http/admission.ts'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { randomId } from '#server/store/rows/transaction.ts'
import { SESSION_TTL_MS } from '#shared/limits.ts'
import { DATA_KEY, openBenchStore, openDatabase } from '../bench-store.ts'
import { profileOf } from '../seed-database.ts'
import type { ReadyMember, ScaleTask } from './scale-messages.ts'

/** Telegram accounts that no filler has. */
let lastAccount = 7_000_000_000

/** One round for each member, who may come more than once. They are from all over the database. */
export async function readyTask(
  databaseUrl: string,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<ScaleTask> {
  const database = await openDatabase(databaseUrl)
  const members = await sealProfiles(database, warmUp + rounds)
  const { last: position } = await database.read
    .selectFrom('event_positions')
    .select('last')
    .executeTakeFirstOrThrow()
  await database.close()
  await openSessions(databaseUrl, members)
  const dataKeyHex = Buffer.from(DATA_KEY).toString('hex')
  return { databaseUrl, dataKeyHex, members, warmUp, position }
}

async function openSessions(databaseUrl: string, members: readonly ReadyMember[]): Promise<void> {
  const store = await openBenchStore(databaseUrl)
  const expiresAt = Date.now() + SESSION_TTL_MS
  for (const { userId, token } of members)
    await store.openSession({ tokenHash: hashToken(token), userId, expiresAt })
  await store.close()
}

/** The members' profiles open, unlike those of other fillers. */
async function sealProfiles(database: SqlDatabase, count: number): Promise<ReadyMember[]> {
  const accounts = new Map<string, string>()
  const members: ReadyMember[] = []
  while (members.length < count) {
    const userId = await findRandomMember(database)
    const telegramId = accounts.get(userId) ?? (await sealProfile(database, userId))
    accounts.set(userId, telegramId)
    members.push({ userId, telegramId, token: createToken() })
  }
  return members
}

async function findRandomMember(database: SqlDatabase): Promise<string> {
  const { id } = await database.read
    .selectFrom('users')
    .select('id')
    .where('id', '<=', randomId())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a filler a Telegram account. */
async function sealProfile(database: SqlDatabase, id: string): Promise<string> {
  lastAccount += 1
  const telegramId = String(lastAccount)
  const names = { telegramId, firstName: 'Member', username: null }
  await database.write((sql) =>
    sql.updateTable('users').set(profileOf(id, names)).where('id', '=', id).execute(),
  )
  return telegramId
}
