import { createToken, hashToken } from '#server/http/admission.ts'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { createFieldCipher, type FieldCipher } from '#server/store/database/field-cipher.ts'
import { openStore } from '#server/store/open-store.ts'
import { randomId } from '#server/store/rows/transaction.ts'
import { SESSION_TTL_MS } from '#shared/limits.ts'
import { openDatabase } from '../seed-database.ts'
import type { ReadyMember, ScaleTask } from './scale-messages.ts'

type Target = { databaseUrl: string; dataKey: Uint8Array }

/** Telegram accounts that no filler has. */
let lastAccount = 7_000_000_000

/** One round for each member, who may come more than once. They are from all over the database. */
export async function readyTask(
  target: Target,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<ScaleTask> {
  const { databaseUrl, dataKey } = target
  const database = await openDatabase(databaseUrl)
  const members = await sealProfiles(database, createFieldCipher(dataKey), warmUp + rounds)
  const { last: position } = await database.read
    .selectFrom('event_positions')
    .select('last')
    .executeTakeFirstOrThrow()
  await database.close()
  await openSessions(target, members)
  const dataKeyHex = Buffer.from(dataKey).toString('hex')
  return { databaseUrl, dataKeyHex, members, warmUp, position }
}

async function openSessions(target: Target, members: readonly ReadyMember[]): Promise<void> {
  const store = await openStore({ ...target, delivers: true })
  const expiresAt = Date.now() + SESSION_TTL_MS
  for (const { userId, token } of members)
    await store.openSession({ tokenHash: hashToken(token), userId, expiresAt })
  await store.close()
}

/** The members' profiles open, unlike those of other fillers. */
async function sealProfiles(
  database: SqlDatabase,
  cipher: FieldCipher,
  count: number,
): Promise<ReadyMember[]> {
  const accounts = new Map<string, string>()
  const members: ReadyMember[] = []
  while (members.length < count) {
    const userId = await findRandomMember(database)
    const telegramId = accounts.get(userId) ?? (await sealProfile(database, userId, cipher))
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
async function sealProfile(
  database: SqlDatabase,
  row: string,
  cipher: FieldCipher,
): Promise<string> {
  lastAccount += 1
  const telegramId = String(lastAccount)
  const json = JSON.stringify({ telegramId, firstName: 'Member', username: null })
  const profile = cipher.seal(Buffer.from(json), { table: 'users', column: 'profile', row })
  await database.write((sql) =>
    sql
      .updateTable('users')
      .set({ profile, telegram_key: cipher.lookup(telegramId) })
      .where('id', '=', row)
      .execute(),
  )
  return telegramId
}
