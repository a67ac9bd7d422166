import { type Language, pickLanguage } from '#shared/languages.ts'
import type { StoredUser, EpochMs } from '../database/stored.ts'
import { findRow } from '../database/find-row.ts'
import { keepNames } from '../rows/name-terms.ts'
import {
  randomId,
  lockLookups,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import {
  findUserByTelegramId,
  holdMember,
  MemberGoneError,
  sealProfile,
  toStoredUser,
  type UserRow,
} from '../rows/user-rows.ts'

/** An account's details from Telegram, at sign-in or in an update to the bot. */
export type TelegramProfile = {
  telegramId: string
  firstName: string
  username: string | null
  /**
   * The language of Telegram's client; null when this source does not name it, and the stored one stays. It does not replace the
   * member's own choice.
   */
  language: Language | null
  /** true when Telegram reports it now; null when this source does not know, and the stored value stays. */
  mayMessage: boolean | null
}

export function createUsers(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** Creates or updates the member of a Telegram account. */
    saveUser: transactional(context, saveUser),

    async findUser(id: string): Promise<StoredUser | undefined> {
      const row = await findRow(database.read, 'users', { id })
      return row && toStoredUser(row, cipher)
    },

    async findUserByTelegramId(telegramId: string): Promise<StoredUser | undefined> {
      const row = await findUserByTelegramId(context, telegramId)
      return row && toStoredUser(row, cipher)
    },

    /**
     * The app and the bot use this language for the member from now on. Null returns to Telegram's language.
     *
     * @throws {MemberGoneError}
     */
    async chooseLanguage(userId: string, language: Language | null): Promise<StoredUser> {
      const row = await database.write((sql) =>
        sql
          .updateTable('users')
          .set({ chosen_language: language })
          .where('id', '=', userId)
          .returningAll()
          .executeTakeFirst(),
      )
      if (!row) throw new MemberGoneError()
      return toStoredUser(row, cipher)
    },

    /** Stores the report of Telegram, or the result of sending a message. This overrides the report of the app. */
    async setMayMessage(userId: string, mayMessage: boolean): Promise<void> {
      await database.write((sql) =>
        sql
          .updateTable('users')
          .set({ may_message: mayMessage ? 1 : 0, write_access_reported: 0 })
          .where('id', '=', userId)
          .execute(),
      )
    },

    /** The app reports that the member allowed messages, so the bot tries to send the next message. */
    async reportWriteAccess(userId: string): Promise<void> {
      await database.write((sql) =>
        sql
          .updateTable('users')
          .set({ write_access_reported: 1 })
          .where('id', '=', userId)
          .where('may_message', '=', 0)
          .execute(),
      )
    },
  }
}

/** A member who was known is locked; nobody else knows a new one before the transaction ends. */
export async function saveUser(trx: Transaction, profile: TelegramProfile): Promise<StoredUser> {
  await lockLookups(trx, profile.telegramId)
  const known = await findUserByTelegramId(trx, profile.telegramId)
  if (known) await trx.lock(`user:${known.id}`)
  const { ofClient, ...languages } = languagesAfter(profile, known)
  const user: StoredUser = {
    id: known?.id ?? randomId(),
    telegramId: profile.telegramId,
    firstName: profile.firstName,
    username: profile.username,
    ...languages,
    ...writeAccessAfter(profile, known),
    createdAt: known?.created_at ?? trx.now,
    lastSeenAt: trx.now,
  }
  const columns = {
    telegram_key: trx.cipher.lookup(profile.telegramId),
    profile: sealProfile(user, trx.cipher),
    language: ofClient,
    may_message: user.mayMessage ? 1 : 0,
    write_access_reported: user.isWriteAccessReported ? 1 : 0,
    last_seen_at: user.lastSeenAt,
  } as const
  await (known
    ? trx.sql.updateTable('users').set(columns).where('id', '=', user.id).execute()
    : trx.sql
        .insertInto('users')
        .values({
          ...columns,
          id: user.id,
          created_at: user.createdAt,
        })
        .execute())
  await keepNames(trx, user, known)
  return user
}

/** `ofClient`: that of Telegram's client, which the member's choice replaces. */
function languagesAfter(
  profile: TelegramProfile,
  known: Pick<UserRow, 'language' | 'chosen_language'> | undefined,
) {
  const ofClient = profile.language ?? known?.language ?? pickLanguage(undefined)
  const chosenLanguage = known?.chosen_language ?? null
  return { ofClient, language: chosenLanguage ?? ofClient, chosenLanguage }
}

/** A report by Telegram overrides the report of the app. */
function writeAccessAfter(
  profile: TelegramProfile,
  known: Pick<UserRow, 'may_message' | 'write_access_reported'> | undefined,
): Pick<StoredUser, 'mayMessage' | 'isWriteAccessReported'> {
  const mayMessage = profile.mayMessage ?? known?.may_message === 1
  return { mayMessage, isWriteAccessReported: !mayMessage && known?.write_access_reported === 1 }
}

/** `attemptId`: the only attempt that the session may act on; null if it may act on everything of its member. */
type StoredSession = { user: StoredUser; attemptId: string | null }

type NewSession = {
  /** SHA-256 of the token: the token itself is never stored. */
  tokenHash: Uint8Array
  userId: string
  expiresAt: EpochMs
}

export function createSessions({ database, prepared, cipher }: SqlContext) {
  return {
    /** @throws {MemberGoneError} */
    async openSession({ tokenHash, userId, expiresAt }: NewSession): Promise<void> {
      await database.write(async (sql) => {
        await holdMember({ sql, lock: (...names) => database.lock(sql, names) }, userId)
        await sql
          .insertInto('sessions')
          .values({
            token_hash: tokenHash,
            user_id: userId,
            expires_at: expiresAt,
            attempt_id: null,
          })
          .execute()
      })
    },

    /** The live session of this token; undefined if unknown or expired. */
    async findSession(tokenHash: Uint8Array, now: EpochMs): Promise<StoredSession | undefined> {
      const [row] = await prepared.findSession(database.read, { tokenHash, now })
      return row && { user: toStoredUser(row, cipher), attemptId: row.attempt_id }
    },

    async closeSession(tokenHash: Uint8Array): Promise<void> {
      await database.write((sql) =>
        sql.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),
      )
    },
  }
}
