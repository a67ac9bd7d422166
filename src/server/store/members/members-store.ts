import type { SqlContext } from '../rows/transaction.ts'
import { createDeleteUser } from './delete-user.ts'
import { createStarts } from './starts.ts'
import { createTickets } from './tickets.ts'
import { createSessions, createUsers } from './users.ts'

/** Members, their sessions and one-time tickets, and the start parameters that wait for them. */
export function createMembersStore(context: SqlContext) {
  return {
    ...createUsers(context),
    ...createDeleteUser(context),
    ...createSessions(context),
    ...createTickets(context),
    ...createStarts(context),
  }
}
