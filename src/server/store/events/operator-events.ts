import { getMembers } from '../rows/delivery-queue.ts'
import { isHostEventType, toStoredEvent, type EventRow } from '../rows/events.ts'
import { findRowsById } from '../database/find-row.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { StoredHostEvent, StoredEvent } from '../database/stored-event.ts'
import type { Sql } from '../database/sql-database.ts'
import { toOperatorUser } from '../rows/user-rows.ts'
import type { SqlContext } from '../rows/transaction.ts'

/** An event with the Telegram ids of the members whom it names. Members who deleted their account have none. */
export type OperatorEvent = { event: StoredHostEvent; telegramIds: ReadonlyMap<string, string> }

type UnsealedRow<Row, Result> = { row: Row; result: Result }

/**
 * Unseals one row after the other. A row that cannot be unsealed (altered, or of a later version) is reported to
 * `onUnreadable` and does not block the others.
 */
export function unsealEach<Row extends EventRow, Result>(
  rows: readonly Row[],
  unseal: (row: Row) => Result,
  onUnreadable: SqlContext['onUnreadable'],
): { unsealed: UnsealedRow<Row, Result>[]; unreadable: number[] } {
  const unsealed: UnsealedRow<Row, Result>[] = []
  const unreadable: number[] = []
  for (const row of rows) {
    try {
      unsealed.push({ row, result: unseal(row) })
    } catch {
      unreadable.push(row.sequence)
      onUnreadable(row.sequence)
    }
  }
  return { unsealed, unreadable }
}

/** Returns a function that unseals host events, with the Telegram ids of all their members read in one query. */
export async function operatorEventUnsealer(
  sql: Sql,
  rows: readonly EventRow[],
  cipher: FieldCipher,
): Promise<(row: EventRow) => OperatorEvent> {
  const users = await findRowsById(sql, 'users', rows.flatMap(getMembers))
  return (row) => {
    const members = getMembers(row).flatMap((id) => users.get(id) ?? [])
    return {
      event: toHostEvent(toStoredEvent(row, cipher)),
      telegramIds: new Map(
        members.map((user) => [user.id, toOperatorUser(user, cipher).telegramId]),
      ),
    }
  }
}

function toHostEvent(event: StoredEvent): StoredHostEvent {
  if (!isHostEvent(event)) throw new TypeError('the body of a host event describes another event')
  return event
}

function isHostEvent(event: StoredEvent): event is StoredHostEvent {
  return isHostEventType(event.type)
}
