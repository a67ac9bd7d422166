import { sql as raw } from 'kysely'
import { findRow } from '../database/find-row.ts'
import type { EpochMs } from '../database/stored.ts'
import { findProof, type StoredProof } from '../rows/proof-rows.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'

/** How the link that a document shows stands, and since when. */
export type HandedProofStatus = { status: 'linked' | 'stale' | 'ended'; since: EpochMs }

/** A document that left the server. */
export type HandedProof = { digest: Uint8Array; endedAt: EpochMs | null }

/** A proof that may leave the server. `digest`: null where no document can be made of it */
type HandedOut = StoredProof & { digest: Uint8Array | null }

/** The SHA-256 of the document that is made of a proof; null where none can be made. */
type GetDigest = (proof: StoredProof) => Uint8Array | null

/** Proofs of linked wallets, which may leave this server, and what became of their links. */
export function createProofs(context: SqlContext) {
  const { database } = context
  return {
    /** What is stored as the proof of a linked wallet, whichever member has it. */
    findProof: (walletId: string): Promise<StoredProof | undefined> => findProof(context, walletId),

    /**
     * The same where its document leaves this server: from then on who has the document can ask for its status.
     */
    async handOutProof(
      walletId: string,
      getDigest: GetDigest,
      now: EpochMs,
    ): Promise<HandedOut | undefined> {
      const found = await findProof(context, walletId)
      if (found === undefined) return undefined
      const digest = getDigest(found)
      if (digest === null || (await findRow(database.read, 'handed_proofs', { digest })))
        return { ...found, digest }
      return inTransaction(context, now, (trx) => note(trx, found, getDigest))
    },

    listHandedProofs: (userId: string): Promise<HandedProof[]> =>
      database.read
        .selectFrom('handed_proofs')
        .select(['digest', 'ended_at as endedAt'])
        .where('user_id', '=', userId)
        .execute(),

    /** Undefined for a digest of which nothing is known, also because its member was deleted. */
    async findProofStatus(digest: Uint8Array): Promise<HandedProofStatus | undefined> {
      const row = await database.read
        .selectFrom('handed_proofs')
        .leftJoin('wallets', 'wallets.id', 'handed_proofs.wallet_id')
        .select(['handed_proofs.ended_at', 'wallets.stale_at', 'wallets.verified_at'])
        .where('handed_proofs.digest', '=', digest)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { ended_at: endedAt, stale_at: staleAt, verified_at: verifiedAt } = row
      if (endedAt !== null) return { status: 'ended', since: endedAt }
      if (staleAt !== null) return { status: 'stale', since: staleAt }
      return verifiedAt === null ? undefined : { status: 'linked', since: verifiedAt }
    },
  }
}

/** Reads the proof again, because it may have changed. Whoever changes it waits for the member's lock, or for the row. */
async function note(
  trx: Transaction,
  { wallet: { id, userId } }: StoredProof,
  getDigest: GetDigest,
): Promise<HandedOut | undefined> {
  await trx.lock(`user:${userId}`)
  await trx.sql
    .updateTable('wallets')
    .set({ id: raw.ref('id') })
    .where('id', '=', id)
    .execute()
  const current = await findProof(trx, id)
  if (current === undefined) return undefined
  const digest = getDigest(current)
  if (digest === null) return { ...current, digest }
  await trx.sql
    .insertInto('handed_proofs')
    .values({ digest, user_id: current.wallet.userId, wallet_id: id, ended_at: null })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
  return { ...current, digest }
}
