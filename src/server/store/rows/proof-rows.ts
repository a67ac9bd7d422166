import { QUORUM_LEVEL } from '../database/schema.ts'
import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Evidence } from '#proof/document.ts'
import type { StoredWallet } from '../database/stored.ts'
import type { Transaction, RowReader } from './transaction.ts'
import { sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import { type StoredTelegram, unsealProof, unsealTelegram } from './unseal-proof.ts'
import { toStoredUser } from './user-rows.ts'
import { endHandedProofs, unsealWallet, type WalletRow } from './wallet-rows.ts'

/** A link, and what others can check of it. */
export type StoredProof = {
  wallet: StoredWallet
  /** Of the wallet's member. */
  telegramId: string
  evidence: Evidence
  /** Null if Telegram has not signed it. */
  telegram: StoredTelegram | null
}

/** The proof of a linked wallet, whichever member has it. */
export async function findProof(
  { sql, cipher }: RowReader,
  walletId: string,
): Promise<StoredProof | undefined> {
  const row = await findRow(sql, 'wallets', { id: walletId })
  const user = row && (await findRow(sql, 'users', { id: row.user_id }))
  if (!user) return undefined
  return toStoredProof({ sql, cipher }, row, toStoredUser(user, cipher).telegramId)
}

export async function toStoredProof(
  reader: RowReader,
  row: WalletRow,
  telegramId: string,
): Promise<StoredProof> {
  const { cipher } = reader
  return {
    wallet: await unsealWallet(reader, row),
    telegramId,
    evidence: unsealProof(row.proof, placeOf('wallets', 'proof', row.id), cipher),
    telegram:
      row.launch && unsealTelegram(row.launch, placeOf('wallets', 'launch', row.id), cipher),
  }
}

/**
 * Withholds what a member has signed from the proofs of others who have the same multisig. Their links stay. A link
 * whose cosigning was deleted no longer shows whose agreements it has, so all of those are read.
 */
export async function withholdAgreements(
  trx: Transaction,
  member: { id: string; telegramId: string },
): Promise<void> {
  const { sql, cipher } = trx
  await forgetUnlinkedQuorums(sql, member)
  const alone = quorumsOfOthers(sql, member).where('cosigning_code', 'is', null)
  const confirmed = quorumsOfOthers(sql, member).where('cosigning_code', 'in', (query) =>
    query
      .selectFrom('confirmations')
      .select('confirmations.cosigning_code')
      .where('confirmations.user_id', '=', member.id),
  )
  // Each half has an index; no index serves both conditions at once.
  const rows = await alone.unionAll(confirmed).execute()
  for (const { id, proof } of rows) {
    const evidence = withhold(
      unsealProof(proof, placeOf('wallets', 'proof', id), cipher),
      member.telegramId,
    )
    if (evidence === null) continue
    const sealed = sealJson(evidence, placeOf('wallets', 'proof', id), cipher)
    // Telegram signed the proof with the agreements.
    const changed = { proof: sealed, launch: null, launch_asked_at: null }
    await sql.updateTable('wallets').set(changed).where('id', '=', id).execute()
    await endHandedProofs(trx, id)
  }
}

function quorumsOfOthers(sql: Sql, member: { id: string }) {
  return sql
    .selectFrom('wallets')
    .select(['id', 'proof'])
    .where('level', '=', QUORUM_LEVEL)
    .where('user_id', '!=', member.id)
}

/** Links that others have unlinked and may take back for now: any of them may have the agreement. */
async function forgetUnlinkedQuorums(sql: Sql, member: { id: string }): Promise<void> {
  await sql
    .deleteFrom('unlinked_wallets')
    .where('level', '=', QUORUM_LEVEL)
    .where('user_id', '!=', member.id)
    .execute()
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
