import { appendToldEvent } from '../events/events.ts'
import { openEvidence, walletOpener, openWallet, type WalletRow } from '../linking/wallet-rows.ts'
import type { MultisigStore } from '../multisig-store.ts'
import type { Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { holdParty, tellNews } from './collection-party.ts'

type StaleLink = Parameters<MultisigStore['markStale']>[0]

export function createMultisigLinks(
  context: SqlContext,
): Pick<Store, 'listMultisigLinks' | 'markStale'> {
  const { database, cipher } = context
  return {
    async listMultisigLinks(multisigId) {
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
      const open = await walletOpener({ sql: database.read, cipher }, rows)
      return rows.flatMap((row) => {
        const evidence = openEvidence(row, cipher)
        // Linked before evidence was kept: there is nothing to judge it by.
        return evidence ? { wallet: open(row), evidence } : []
      })
    },

    markStale: (link, now) => writeUnit(context, now, (unit) => markStale(unit, link)),
  }
}

/** The statement chooses: a proof that was made meanwhile stands. */
async function markStale(unit: Unit, { wallet: seen, reason }: StaleLink): Promise<boolean> {
  await unit.lock(`user:${seen.userId}`)
  const row = await unit.sql
    .updateTable('wallets')
    .set({ stale_at: unit.now, check_at: null })
    .where('id', '=', seen.id)
    .where('user_id', '=', seen.userId)
    .where('verified_at', '=', seen.verifiedAt)
    .where('stale_at', 'is', null)
    .where('level', '!=', 'key')
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const concerned = await findConcerned(unit, row)
  const wallet = await openWallet(unit, row)
  await appendToldEvent(unit, { type: 'wallet.stale', userId: row.user_id, wallet, reason })
  if (concerned) {
    const { code, members } = concerned
    await tellNews(unit, members, { code, news: 'stale', from: row.user_id })
  }
  return true
}

/**
 * Who spoke for the link and has none of their own that rests on the same words: those hear of their own. Where several
 * links go stale, the others hear of it once.
 */
async function findConcerned(
  unit: Unit,
  { id, user_id, collection_code: code }: WalletRow,
): Promise<{ code: string; members: string[] } | undefined> {
  const party = code === null ? undefined : await holdParty(unit, code)
  if (code === null || !party) return undefined
  const links = await unit.sql
    .selectFrom('wallets')
    .select(['id', 'user_id', 'stale_at'])
    .where('collection_code', '=', code)
    .execute()
  if (links.some((link) => link.id !== id && link.stale_at !== null)) return undefined
  const holders = new Set([user_id, ...links.map((link) => link.user_id)])
  return { code, members: party.speakers.filter((speaker) => !holders.has(speaker)) }
}
