import type { SqlContext } from '../rows/transaction.ts'
import { createAskToJoin } from './ask-to-join.ts'
import { createDoors } from './doors.ts'
import { createJoinLists } from './join-lists.ts'
import { createJoinTelling } from './join-telling.ts'
import { createJoins } from './joins.ts'

/** The doors of groups, and who asks to join. */
export function createDoorsStore(context: SqlContext) {
  return {
    ...createDoors(context),
    ...createAskToJoin(context),
    ...createJoins(context),
    ...createJoinLists(context),
    ...createJoinTelling(context),
  }
}
