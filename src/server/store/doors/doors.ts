import type { DoorRule } from '#shared/door-rule.ts'
import { findRow } from '../database/find-row.ts'
import type { EpochMs, StoredMultisig, StoredUser } from '../database/stored.ts'
import { type DoorRow, followDoor, readRule } from '../rows/join-rows.ts'
import { findMultisig } from '../rows/multisig-rows.ts'
import { type SqlContext, type Transaction, transactional } from '../rows/transaction.ts'
import { toStoredUser } from '../rows/user-rows.ts'

export type StoredDoor = {
  version: number
  /** Null for one that this build cannot read. */
  rule: DoorRule | null
  /** That of an `owner` rule. */
  multisig: StoredMultisig | null
  tags: boolean
  tagsRefused: boolean
  setBy: StoredUser | null
  setAt: EpochMs
}

type NewDoor = {
  chatId: string
  userId: string
  /** Of the door that is changed; null where it is off. */
  version: number | null
  rule: DoorRule
  tags: boolean
}

export function createDoors(context: SqlContext) {
  const { database, cipher } = context
  return {
    async findDoor(chatId: string): Promise<StoredDoor | undefined> {
      const row = await findRow(database.read, 'doors', { chat_id: chatId })
      if (row === undefined) return undefined
      const multisig = await findMultisig(database.read, row.multisig_id)
      const user =
        row.set_by === null ? undefined : await findRow(database.read, 'users', { id: row.set_by })
      return {
        version: row.version,
        rule: readRule(row),
        multisig: multisig ?? null,
        tags: row.tags === 1,
        tagsRefused: row.tags_refused === 1,
        setBy: user ? toStoredUser(user, cipher) : null,
        setAt: row.set_at,
      }
    },

    /** False where the door is not the one that is changed: another administrator was faster. */
    setDoor: transactional(context, setDoor),

    /** Who waits then waits for administrators. */
    turnOffDoor: transactional(context, turnOff),

    /** Telegram does not let the bot set tags in the chat. */
    async noteTagsRefused(chatId: string): Promise<void> {
      await database.statement((sql) =>
        sql.updateTable('doors').set({ tags_refused: 1 }).where('chat_id', '=', chatId).execute(),
      )
    },
  }
}

async function setDoor(
  trx: Transaction,
  { chatId, userId, version, rule, tags }: NewDoor,
): Promise<boolean> {
  await trx.lock(`chat:${chatId}`)
  const present = await findRow(trx.sql, 'doors', { chat_id: chatId })
  if ((present?.version ?? null) !== version) return false
  const columns: Omit<DoorRow, 'chat_id'> = {
    rule: JSON.stringify(rule),
    multisig_id: rule.kind === 'owner' ? rule.multisigId : null,
    tags: tags ? 1 : 0,
    // Turning tags on anew is a new try.
    tags_refused: 0,
    // Never that of an earlier door of this chat.
    version: trx.now > (present?.version ?? 0) ? trx.now : (present?.version ?? 0) + 1,
    set_by: userId,
    set_at: trx.now,
  }
  await trx.sql
    .insertInto('doors')
    .values({ ...columns, chat_id: chatId })
    .onConflict((conflict) => conflict.column('chat_id').doUpdateSet(columns))
    .execute()
  await followDoor(trx, chatId)
  return true
}

async function turnOff(trx: Transaction, chatId: string): Promise<void> {
  await trx.lock(`chat:${chatId}`)
  await trx.sql.deleteFrom('doors').where('chat_id', '=', chatId).execute()
  await followDoor(trx, chatId)
}
