import { createAttempts } from './attempts.ts'
import { createConsents } from './consents.ts'
import { createDeleteUser } from './delete-user.ts'
import { createHotQueries } from './hot-queries.ts'
import { createLinkWallet } from './link-wallet.ts'
import { createReceipts } from './receipts.ts'
import { createSessions } from './sessions.ts'
import type { Store } from './store.ts'
import { createUpkeep } from './upkeep.ts'
import { createUsers } from './users.ts'
import { createWallets } from './wallets.ts'
import type { SqlContext } from './write-unit.ts'

/** The store over either dialect; one file for each noun. */
export function createSqlStore(parts: Omit<SqlContext, 'hot'>): Store {
  const context = { ...parts, hot: createHotQueries(parts.database.read) }
  return {
    ...createUpkeep(context),
    ...createUsers(context),
    ...createDeleteUser(context),
    ...createSessions(context),
    ...createAttempts(context),
    ...createLinkWallet(context),
    ...createWallets(context),
    ...createConsents(context),
    ...createReceipts(context),
  }
}
