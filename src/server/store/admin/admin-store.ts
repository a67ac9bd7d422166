import type { SqlContext } from '../rows/transaction.ts'
import { createAdminActions } from './admin-actions.ts'
import { createAdmins } from './admins.ts'
import { createExportLinks } from './export-links.ts'
import { createListedMembers } from './listed-members.ts'
import { createMemberEvents } from './member-events.ts'

/** Who is an admin by a link, what admins see of the members, and what they did. */
export function createAdminStore(context: SqlContext) {
  return {
    ...createAdminActions(context),
    ...createAdmins(context),
    ...createExportLinks(context),
    ...createListedMembers(context),
    ...createMemberEvents(context),
  }
}
