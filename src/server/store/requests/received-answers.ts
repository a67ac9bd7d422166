import type { Selectable } from 'kysely'
import { cutPage, isAfter } from '../page-cursor.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import { toOwnerUser } from '../members/users.ts'
import { toStoredWallet, type WalletRow } from '../linking/wallet-rows.ts'
import type { SqlContext } from '../write-unit.ts'

type AnswerRow = Selectable<Schema['answers']>

export function createReceivedAnswers({
  database,
  cipher,
}: SqlContext): Pick<Store, 'listAnswers'> {
  return {
    async listAnswers(code, { after, limit }) {
      const rows = await database.read
        .selectFrom('answers')
        .innerJoin('users', 'users.id', 'answers.user_id')
        .selectAll('answers')
        .select('users.profile')
        .where('request_code', '=', code)
        .where(isAfter(after, { at: 'answers.answered_at', id: 'answers.id' }))
        .orderBy('answers.answered_at')
        .orderBy('answers.id')
        .limit(limit + 1)
        .execute()
      const { page, next } = cutPage(rows, limit, ({ answered_at, id }) => ({
        at: answered_at,
        id,
      }))
      const wallets = await findWallets(database.read, page)
      const answers = page.map((row) => {
        const wallet = row.wallet_id === null ? undefined : wallets.get(row.wallet_id)
        return {
          user: toOwnerUser({ id: row.user_id, profile: row.profile }, cipher),
          wallet: wallet ? toStoredWallet(wallet, cipher) : null,
          answeredAt: row.answered_at,
          withdrawnAt: row.withdrawn_at,
        }
      })
      return { answers, next }
    },
  }
}

async function findWallets(
  sql: Sql,
  answers: readonly AnswerRow[],
): Promise<Map<string, WalletRow>> {
  const ids = answers.flatMap(({ wallet_id }) => wallet_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await sql.selectFrom('wallets').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
