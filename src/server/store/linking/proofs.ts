import { toStoredProof, type StoredProof } from '../rows/proof-rows.ts'
import type { SqlContext } from '../rows/transaction.ts'
import { toStoredUser } from '../rows/user-rows.ts'

export function createProofs({ database, cipher }: SqlContext) {
  return {
    /** What is stored as the proof of a linked wallet, whichever member has it. */
    async findProof(walletId: string): Promise<StoredProof | undefined> {
      const sql = database.read
      const row = await sql
        .selectFrom('wallets')
        .selectAll()
        .where('id', '=', walletId)
        .executeTakeFirst()
      const user =
        row &&
        (await sql.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirst())
      if (!user) return undefined
      return toStoredProof({ sql, cipher }, row, toStoredUser(user, cipher).telegramId)
    },
  }
}
