import type { StaleReason } from '#shared/multisig.ts'
import { appendNotifiedEvent } from '../rows/events.ts'
import {
  unsealEvidence,
  walletUnsealer,
  unsealWallet,
  type WalletRow,
  type LinkEvidence,
} from '../rows/wallet-rows.ts'
import { type SqlContext, type Transaction, transactional } from '../rows/transaction.ts'
import { lockParticipants, notifyMembers } from '../rows/cosigning-participants.ts'
import type { StoredWallet } from '../database/stored.ts'

/** A link to a multisig and its evidence, for judging whether it still holds. */
export type MultisigLink = { wallet: StoredWallet; evidence: LinkEvidence }

type StaleLink = { wallet: Pick<StoredWallet, 'id' | 'userId' | 'verifiedAt'>; reason: StaleReason }

export function createMultisigLinks(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** The links to a multisig that are not stale. */
    async listMultisigLinks(multisigId: string): Promise<MultisigLink[]> {
      const rows = await database.read
        .selectFrom('wallets')
        .innerJoin('multisigs', (join) =>
          join
            .onRef('multisigs.family', '=', 'wallets.family')
            .onRef('multisigs.address', '=', 'wallets.address')
            .onRef('multisigs.network', '=', 'wallets.network'),
        )
        .selectAll('wallets')
        .where('multisigs.id', '=', multisigId)
        .where('wallets.level', '!=', 'key')
        .where('wallets.stale_at', 'is', null)
        .orderBy('wallets.linked_at')
        .orderBy('wallets.id')
        .execute()
      const unseal = await walletUnsealer(context, rows)
      return rows.flatMap((row) => {
        const evidence = unsealEvidence(row, cipher)
        return evidence ? { wallet: unseal(row), evidence } : []
      })
    },

    /**
     * Marks a link stale, once, with an event `wallet.stale` and an update to those who confirmed it. False if it is
     * already stale, is gone, or rests on another proof now.
     */
    markStale: transactional(context, markStale),
  }
}

/** The condition is in the statement, so a proof that was made meanwhile stays valid. */
async function markStale(trx: Transaction, { wallet: seen, reason }: StaleLink): Promise<boolean> {
  await trx.lock(`user:${seen.userId}`)
  const row = await trx.sql
    .updateTable('wallets')
    .set({ stale_at: trx.now, check_at: null })
    .where('id', '=', seen.id)
    .where('user_id', '=', seen.userId)
    .where('verified_at', '=', seen.verifiedAt)
    .where('stale_at', 'is', null)
    .where('level', '!=', 'key')
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const concerned = await findConcerned(trx, row)
  const wallet = await unsealWallet(trx, row)
  await appendNotifiedEvent(trx, { type: 'wallet.stale', userId: row.user_id, wallet, reason })
  if (concerned) {
    const { code, members } = concerned
    await notifyMembers(trx, members, { code, update: 'stale', from: row.user_id })
  }
  return true
}

/**
 * Finds the members who confirmed the link but have no link of their own that rests on the same confirmations. Members
 * with such a link are notified of that one. If several links become stale, the others are notified once.
 */
async function findConcerned(
  trx: Transaction,
  { id, user_id, cosigning_code: code }: WalletRow,
): Promise<{ code: string; members: string[] } | undefined> {
  const participants = code === null ? undefined : await lockParticipants(trx, code)
  if (code === null || !participants) return undefined
  const links = await trx.sql
    .selectFrom('wallets')
    .select(['id', 'user_id', 'stale_at'])
    .where('cosigning_code', '=', code)
    .execute()
  if (links.some((link) => link.id !== id && link.stale_at !== null)) return undefined
  const holders = new Set([user_id, ...links.map((link) => link.user_id)])
  return { code, members: participants.confirmers.filter((confirmer) => !holders.has(confirmer)) }
}
