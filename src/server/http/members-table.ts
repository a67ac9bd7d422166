import { setImmediate } from 'node:timers/promises'
import type { HeldPage, HeldWallet } from '../store/linking/held-wallets.ts'
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

/** Links of which one piece of the table is made, so that it never stands in memory as a whole. */
const PIECE = 200

/** All links with their holders, a line for each, the oldest first, as CSV (RFC 4180) in UTF-8. */
export async function* writeMembersTable(
  store: Pick<Store, 'listHeldWallets'>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + writeLine(HEADER)
  let after: string | null = null
  do {
    const page: HeldPage = await store.listHeldWallets({}, { after, limit: PIECE })
    yield page.held.map(writeHeld).join('')
    after = page.next
    // SQLite reads and we unseal in this thread, so others wait.
    await setImmediate()
  } while (after !== null)
}

function writeHeld({ user, wallet }: HeldWallet): string {
  const { firstName, username, telegramId } = user
  const names = [cleanName(firstName), cleanName(username ?? ''), telegramId]
  return writeLine([
    ...names,
    ...walletCells(wallet),
    isoTime(wallet.verifiedAt),
    staleSince(wallet),
  ])
}
