import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import type { StoredEvent } from '../database/stored-event.ts'
import { unsealEach } from '../events/operator-events.ts'
import { toStoredEvent } from '../rows/events.ts'
import type { SqlContext } from '../rows/transaction.ts'

export function createMemberEvents({ database, cipher, onUnreadable }: SqlContext) {
  return {
    /** What happened to a member's wallets and answers, the newest first. */
    async listMemberEvents(userId: string, limit: number): Promise<StoredEvent[]> {
      const rows = await database.read
        .selectFrom('events')
        .selectAll()
        .where('type', 'in', HOST_EVENT_TYPES)
        .where((query) =>
          query.or([query('user_id', '=', userId), query('other_user_id', '=', userId)]),
        )
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute()
      const { unsealed } = unsealEach(rows, (row) => toStoredEvent(row, cipher), onUnreadable)
      return unsealed.map(({ result }) => result)
    },
  }
}
