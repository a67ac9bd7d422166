import { setImmediate } from 'node:timers/promises'
import type { FoundMember } from '../store/admin/listed-members.ts'
import type { StoredWallet } from '../store/database/stored.ts'
import type { Store } from '../store/store.ts'
import { BYTE_ORDER_MARK, cleanName, staleSince, walletCells, writeLine } from './people-table.ts'
import { isoTime } from './views.ts'

const HEADER = [
  'first_name',
  'username',
  'telegram_id',
  'family',
  'network',
  'address',
  'level',
  'binding',
  'verified',
  'stale_since',
]

/** Members of whom one piece of the table is made, so that it never stands in memory as a whole. */
const PIECE = 100

/** All members with wallets, a line for each wallet, as CSV (RFC 4180) in UTF-8. */
export async function* writeMembersTable(
  store: Pick<Store, 'listMembers'>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + writeLine(HEADER)
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<Store['listMembers']>> = await store.listMembers(
      { by: 'nothing' },
      { isStale: false },
      { after, limit: PIECE },
    )
    yield page.members.map(writeMember).join('')
    after = page.next
    // SQLite reads and we decrypt in this thread, so others wait.
    await setImmediate()
  } while (after !== null)
}

function writeMember({ user, wallets }: FoundMember): string {
  const { firstName, username, telegramId } = user
  const names = [cleanName(firstName), cleanName(username ?? ''), telegramId]
  return wallets.map((wallet) => writeLine([...names, ...getCells(wallet)])).join('')
}

function getCells(wallet: StoredWallet): string[] {
  return [...walletCells(wallet), isoTime(wallet.verifiedAt), staleSince(wallet)]
}
