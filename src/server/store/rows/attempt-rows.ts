import type { Selectable } from 'kysely'
import { isSettled, type AttemptState } from '#shared/attempt.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'
import { type FieldCipher, sealText, unsealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs, AttemptAccount } from '../database/stored.ts'
import { toAccount } from './wallet-rows.ts'

export type StoredAttempt = {
  id: string
  userId: string
  family: Family
  /** `expired` is derived: an unsettled attempt whose time has passed reads as expired. */
  state: AttemptState
  nonce: string
  /** The text to sign. EVM: written for `account`; TON: null if the operator does not require one. */
  message: string | null
  account: AttemptAccount | null
  walletApp: string | null
  client: AttemptClient | null
  /** The connect request that the attempt will answer. */
  requestCode: string | null
  /** The cosigning in which this attempt gives one owner's confirmation, and whether it shows the owner's name. */
  cosign: { code: string; showsName: boolean } | null
  /** The cosigning that links this attempt's multisig. */
  cosigningCode: string | null
  errorCode: ProblemCode | null
  walletId: string | null
  createdAt: EpochMs
  expiresAt: EpochMs
}

export type AttemptRow = Selectable<Schema['attempts']>

export function toStoredAttempt(row: AttemptRow, now: EpochMs, cipher: FieldCipher): StoredAttempt {
  return {
    id: row.id,
    userId: row.user_id,
    family: row.family,
    state: presentState(row, now),
    nonce: row.nonce,
    message: row.message && unsealText(row.message, placeOf('attempts', 'message', row.id), cipher),
    account: toAccount(row),
    walletApp: row.wallet_app,
    client: toClient(row),
    requestCode: row.request_code,
    cosign:
      row.confirms_code === null
        ? null
        : { code: row.confirms_code, showsName: row.shows_name === 1 },
    cosigningCode: row.cosigning_code,
    errorCode: row.error_code,
    walletId: row.wallet_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function toClient({ client_platform, client_version }: AttemptRow): StoredAttempt['client'] {
  if (client_platform === null || client_version === null) return null
  return { platform: client_platform, version: client_version }
}

/** No row has the state `expired`: it follows from the time. */
export function presentState(
  { state, expires_at }: Pick<AttemptRow, 'state' | 'expires_at'>,
  now: EpochMs,
): AttemptState {
  return isSettled(state) || expires_at > now ? state : 'expired'
}

export function sealMessage(id: string, message: string, cipher: FieldCipher): Uint8Array {
  return sealText(message, placeOf('attempts', 'message', id), cipher)
}
