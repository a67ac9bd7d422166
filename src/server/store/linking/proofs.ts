import type { Evidence } from '#proof/document.ts'
import { toStoredUser } from '../members/users.ts'
import type { StoredWallet } from '../stored.ts'
import type { SqlContext, Transaction } from '../transaction.ts'
import { sealJson } from '../field-cipher.ts'
import { openProof } from './open-proof.ts'
import { QUORUM_LEVEL } from './wallet-identity.ts'
import { getProofAad, openWallet } from './wallet-rows.ts'

/** A link, and what others can check of it. */
export type StoredProof = {
  wallet: StoredWallet
  /** Of the wallet's member. */
  telegramId: string
  /** Null for a link from before it was stored. */
  evidence: Evidence | null
}

export function createProofs({ database, cipher }: SqlContext) {
  return {
    /** What is stored as the proof of a linked wallet, whoever has it. */
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
      return {
        wallet: await openWallet({ sql, cipher }, row),
        telegramId: toStoredUser(user, cipher).telegramId,
        evidence: row.proof && openProof(row.proof, getProofAad(row.id), cipher),
      }
    },
  }
}

/**
 * Withholds what a member has signed from the proofs of others who have the same multisig. Their links stay. A link
 * whose cosigning was deleted no longer shows whose agreements it has, so all of those are read.
 */
export async function withholdAgreements(
  { sql, cipher }: Transaction,
  member: { id: string; telegramId: string },
): Promise<void> {
  const rows = await sql
    .selectFrom('wallets')
    .select(['id', 'proof'])
    .where('level', '=', QUORUM_LEVEL)
    .where('user_id', '!=', member.id)
    .where((query) =>
      query.or([
        query('cosigning_code', 'is', null),
        query('cosigning_code', 'in', (confirmed) =>
          confirmed
            .selectFrom('confirmations')
            .select('confirmations.cosigning_code')
            .where('confirmations.user_id', '=', member.id),
        ),
      ]),
    )
    .execute()
  for (const { id, proof } of rows) {
    if (proof === null) continue
    const evidence = withhold(openProof(proof, getProofAad(id), cipher), member.telegramId)
    if (evidence === null) continue
    const sealed = sealJson(evidence, getProofAad(id), cipher)
    await sql.updateTable('wallets').set({ proof: sealed }).where('id', '=', id).execute()
  }
}

/** Null if nothing changes. */
function withhold(evidence: Evidence, telegramId: string): Evidence | null {
  if (evidence.type !== 'quorum') return null
  const isTheirs = (agreement: (typeof evidence.agreements)[number]) =>
    'telegramId' in agreement && agreement.telegramId === telegramId
  if (!evidence.agreements.some(isTheirs)) return null
  const agreements = evidence.agreements.map((agreement) =>
    isTheirs(agreement) ? { owner: agreement.owner, withheld: true as const } : agreement,
  )
  return { ...evidence, agreements }
}
