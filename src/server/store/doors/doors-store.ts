import type { SqlContext } from '../rows/transaction.ts'
import { createDoors } from './doors.ts'
import { createJoins } from './joins.ts'
import { createJoinTelling } from './join-telling.ts'

/** The doors of groups, and who asks to join. */
export function createDoorsStore(context: SqlContext) {
  return { ...createDoors(context), ...createJoins(context), ...createJoinTelling(context) }
}
