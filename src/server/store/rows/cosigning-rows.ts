import { expressionBuilder, type Expression, type Selectable, type SqlBool } from 'kysely'
import type { KeyEvidence } from '#proof/document.ts'
import type { CosigningState } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding } from '#shared/wallet.ts'
import { type FieldCipher, unsealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { unsealKeyProof } from './unseal-proof.ts'
import { findUsers } from './user-rows.ts'
import type { StoredMultisig, EpochMs, StoredUser, StoredSafe } from '../database/stored.ts'
import type { Transaction } from './transaction.ts'
import { findMultisigs } from './multisig-rows.ts'

/** One owner's confirmation in a cosigning. */
export type StoredConfirmation = {
  owner: string
  /** Null if no member stands for it: it was gathered elsewhere, or the key is not linked to the member who gave it. */
  user: StoredUser | null
  binding: Binding
  /** The signature of the Safe message; empty for an agreement. */
  signature: Uint8Array
  /** For an agreement, the proof of the owner's wallet; null for a signature. */
  proof: KeyEvidence | null
  /** Whether the other owners may see who it is. */
  showsName: boolean
  givenAt: EpochMs
}

/** Owners sign one text, and the Safe checks the signatures. */
type SignatureTerms = { method: 'signatures'; multisig: StoredSafe; message: string }

/** How owners confirm: by such signatures, or by agreeing, each with a proof of their own wallet. */
export type CosigningTerms = SignatureTerms | { method: 'agreements'; multisig: StoredMultisig }

export type StoredCosigning = CosigningCore & CosigningTerms

/** A cosigning in which the owners sign a text. */
export type SignedCosigning = CosigningCore & SignatureTerms

type CosigningCore = {
  code: string
  attemptId: string | null
  starter: StoredUser
  /** `expired` is derived: an open one whose time has passed reads as expired. */
  state: CosigningState
  /** Why it is not linked although there are enough confirmations. */
  problem: ProblemCode | null
  confirmations: readonly StoredConfirmation[]
  createdAt: EpochMs
  expiresAt: EpochMs
}

export type CosigningRow = Selectable<Schema['cosignings']>
type ConfirmationRow = Selectable<Schema['confirmations']>
type CosigningReader = Pick<Transaction, 'sql' | 'cipher' | 'now'>

/** Whether a row of `cosignings` takes confirmations now. */
export function isOpenAt(now: EpochMs): Expression<SqlBool> {
  const row = expressionBuilder<Schema, 'cosignings'>()
  return row.and([row('cosignings.state', '=', 'open'), row('cosignings.expires_at', '>', now)])
}

/** Selects cosignings that take confirmations now. */
export function openCosignings(sql: Sql, now: EpochMs) {
  return sql.selectFrom('cosignings').where(isOpenAt(now))
}

export function isOpen(row: CosigningRow, now: EpochMs): boolean {
  return presentState(row, now) === 'open'
}

function presentState({ state, expires_at }: CosigningRow, now: EpochMs): CosigningState {
  return state === 'open' && expires_at <= now ? 'expired' : state
}

/** The cosigning as it is now; undefined if it or its starter is deleted. */
export async function unsealRow(
  reader: CosigningReader,
  row: CosigningRow,
): Promise<StoredCosigning | undefined> {
  const [cosigning] = await unsealRows(reader, [row])
  return cosigning
}

/** Opens cosignings in their order, and reads all related rows together. */
export async function unsealRows(
  { sql, cipher, now }: CosigningReader,
  rows: readonly CosigningRow[],
): Promise<StoredCosigning[]> {
  if (rows.length === 0) return []
  const confirmations = await findConfirmations(
    sql,
    rows.map(({ code }) => code),
  )
  const people = [
    ...rows.map((row) => row.starter_id),
    ...confirmations.map((confirmation) => confirmation.user_id),
  ]
  const parts: CosigningParts = {
    confirmations,
    users: await findUsers({ sql, cipher }, people),
    multisigs: await findMultisigs(
      sql,
      rows.map((row) => row.multisig_id),
    ),
    cipher,
  }
  return rows.flatMap((row) => toStoredCosigning(row, parts, now) ?? [])
}

type CosigningParts = {
  confirmations: readonly ConfirmationRow[]
  users: ReadonlyMap<string, StoredUser>
  multisigs: ReadonlyMap<string, StoredMultisig>
  cipher: FieldCipher
}

/** Undefined if a row that it needs was deleted since its own row was read. */
function toStoredCosigning(
  row: CosigningRow,
  parts: CosigningParts,
  now: EpochMs,
): StoredCosigning | undefined {
  const starter = parts.users.get(row.starter_id)
  const multisig = parts.multisigs.get(row.multisig_id)
  if (!starter || !multisig) return undefined
  const confirmations = parts.confirmations.filter(
    (confirmation) => confirmation.cosigning_code === row.code,
  )
  return {
    code: row.code,
    attemptId: row.attempt_id,
    ...toCosigningTerms(row, multisig, parts.cipher),
    starter,
    state: presentState(row, now),
    problem: row.problem,
    confirmations: confirmations.flatMap(
      (confirmation) => toStoredConfirmation(confirmation, parts) ?? [],
    ),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function toCosigningTerms(
  { code, method, message }: CosigningRow,
  multisig: StoredMultisig,
  cipher: FieldCipher,
): CosigningTerms {
  if (method === 'agreements') return { method, multisig }
  if (multisig.family !== 'evm' || message === null)
    throw new TypeError('a cosigning of signatures has a Safe and a text')
  const place = placeOf('cosignings', 'message', code)
  return { method, multisig, message: unsealText(message, place, cipher) }
}

/** Leaves out a confirmation whose member was deleted meanwhile. */
function toStoredConfirmation(
  row: ConfirmationRow,
  { users, cipher }: CosigningParts,
): StoredConfirmation | undefined {
  const user = row.user_id === null ? null : users.get(row.user_id)
  if (user === undefined) return undefined
  return {
    owner: row.owner,
    user,
    binding: row.binding,
    signature: Uint8Array.from(
      cipher.unseal(row.signature, placeOf('confirmations', 'signature', row.id)),
    ),
    proof:
      row.proof && unsealKeyProof(row.proof, placeOf('confirmations', 'proof', row.id), cipher),
    showsName: row.shows_name === 1,
    givenAt: row.given_at,
  }
}

function findConfirmations(sql: Sql, codes: readonly string[]): Promise<ConfirmationRow[]> {
  return sql
    .selectFrom('confirmations')
    .selectAll()
    .where('cosigning_code', 'in', codes)
    .orderBy('given_at')
    .orderBy('id')
    .execute()
}
