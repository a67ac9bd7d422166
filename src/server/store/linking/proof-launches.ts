import { INIT_DATA_MAX_AHEAD_MS, PROOF_LAUNCH_TTL_MS } from '#shared/limits.ts'
import { findRow } from '../database/find-row.ts'
import { sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import { toStoredUser } from '../rows/user-rows.ts'
import type { EpochMs } from '../database/stored.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import type { StoredTelegram } from '../rows/unseal-proof.ts'
import { type StoredProof, toStoredProof } from '../rows/proof-rows.ts'
import type { WalletRow } from '../rows/wallet-rows.ts'

type WantedProof = {
  userId: string
  /** Whether the launch is for this proof. */
  isFor: (proof: StoredProof) => boolean
}

type NewSignature = WantedProof & { telegram: StoredTelegram }

/** Launches and logins by which Telegram signs proofs. */
export function createProofLaunches(context: SqlContext) {
  const { database } = context
  return {
    /** From now on such a launch or login is awaited for the member's wallet. False when it is not theirs. */
    async awaitProofLaunch(wallet: { id: string; userId: string }, now: EpochMs): Promise<boolean> {
      const awaiting = await database.write((sql) =>
        sql
          .updateTable('wallets')
          .set({ launch_asked_at: now })
          .where('id', '=', wallet.id)
          .where('user_id', '=', wallet.userId)
          .returning('id')
          .executeTakeFirst(),
      )
      return awaiting !== undefined
    },

    /** Whether the member has asked for it, and it is still awaited. */
    async isProofLaunchAwaited(walletId: string, now: EpochMs): Promise<boolean> {
      const row = await findRow(database.read, 'wallets', { id: walletId })
      return row !== undefined && isAsked(row, now)
    },

    /** The member's proof that a launch is for, if it has one or awaits it. */
    findLaunchedProof: (wanted: WantedProof, now: EpochMs): Promise<StoredProof | undefined> =>
      inTransaction(context, now, async (trx) => {
        const found = await findProofOf(trx, wanted)
        const isOpen = found && (found.proof.telegram !== null || isAsked(found.row, now))
        return isOpen ? found.proof : undefined
      }),

    /**
     * Stores what Telegram signed with the proof that it is for, if it is awaited there, and returns that proof. For a
     * proof that has such a signature it changes nothing. Undefined if no proof of the member awaits it.
     */
    keepProofLaunch: (kept: NewSignature, now: EpochMs): Promise<StoredProof | undefined> =>
      inTransaction(context, now, async (trx) => {
        await trx.lock(`user:${kept.userId}`)
        const found = await findProofOf(trx, kept)
        if (!found) return undefined
        const { row, proof } = found
        if (isAsked(row, now) && isMadeFor(row, kept.telegram))
          return keep(trx, found, kept.telegram)
        return proof.telegram === null ? undefined : proof
      }),
  }
}

type FoundProof = { row: WalletRow; proof: StoredProof }

/** Only proofs that Telegram has signed, or that await it. */
async function findProofOf(
  trx: Transaction,
  { userId, isFor }: WantedProof,
): Promise<FoundProof | undefined> {
  const { sql, cipher } = trx
  const user = await findRow(sql, 'users', { id: userId })
  if (!user) return undefined
  const rows = await sql
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', userId)
    .where((query) =>
      query.or([query('launch', 'is not', null), query('launch_asked_at', 'is not', null)]),
    )
    .execute()
  for (const row of rows) {
    const proof = await toStoredProof(trx, row, toStoredUser(user, cipher).telegramId)
    if (isFor(proof)) return { row, proof }
  }
  return undefined
}

function isAsked(
  { launch_asked_at: askedAt }: Pick<WalletRow, 'launch_asked_at'>,
  now: EpochMs,
): boolean {
  return askedAt !== null && now < askedAt + PROOF_LAUNCH_TTL_MS
}

/** What was signed before the member asked was not made for this. */
function isMadeFor({ launch_asked_at: askedAt }: WalletRow, { authDate }: StoredTelegram): boolean {
  return askedAt !== null && authDate * 1_000 >= askedAt - INIT_DATA_MAX_AHEAD_MS
}

/** Undefined if the proof has changed since it was read. Whatever changes it, other than its seal, ends the wait. */
async function keep(
  { sql, cipher }: Transaction,
  { row, proof }: FoundProof,
  telegram: StoredTelegram,
): Promise<StoredProof | undefined> {
  const sealed = sealJson(telegram, placeOf('wallets', 'launch', row.id), cipher)
  const kept = await sql
    .updateTable('wallets')
    .set({ launch: sealed, launch_asked_at: null })
    .where('id', '=', row.id)
    .where('verified_at', '=', row.verified_at)
    .where('launch_asked_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return kept && { ...proof, telegram }
}
