import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { StoredCosigning, StoredConfirmation } from '../store/rows/cosigning-rows.ts'
import type { StoredUser, StoredMultisig } from '../store/database/stored.ts'
import type { KeyEvidence } from '#proof/document.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding } from '#shared/wallet.ts'
import type { CoSignature } from './co-signatures.ts'

export type StartResult =
  | { ok: true; cosigning: StoredCosigning }
  | { ok: false; code: ProblemCode; retryAfterMs?: number }

/**
 * One owner's verified confirmation: a key's signature of a Safe message, or a proof of the owner's wallet. `owner`: in
 * the form that the chain's readings use
 */
export type OwnerConfirmation =
  | ({ method: 'signatures' } & CoSignature)
  | { method: 'agreements'; owner: string; binding: Binding; proof: KeyEvidence }

export type ConfirmationOutcome =
  | { ok: true; cosigning: StoredCosigning }
  | { ok: false; code: ProblemCode }

/** Owners' confirmations for multisigs: from the start of a cosigning until it is linked. */
export interface Cosignings {
  /**
   * Starts a cosigning for a multisig that has one of the member's linked wallets as an owner now, and notifies the
   * other owners whom we know. If the member has a live cosigning for it, that one continues.
   */
  start(
    user: StoredUser,
    asked: { multisigId: string; requestCode: string | null },
  ): Promise<StartResult>
  /**
   * Adds the confirmation of an address that is an owner now. The last missing confirmation links the multisig. If its
   * chain does not answer then, linking is retried automatically.
   */
  confirm(
    code: string,
    given: {
      user: StoredUser
      attempt: StoredAttempt
      confirmation: OwnerConfirmation
      showsName: boolean
    },
  ): Promise<ConfirmationOutcome>
  /** Whether this address may confirm in the cosigning now: null if it may. */
  checkOwner(cosigning: StoredCosigning, address: string): Promise<ProblemCode | null>
  /**
   * Links the multisig if the confirmations, here or gathered elsewhere, suffice. Returns the cosigning as it then is.
   */
  settle(cosigning: StoredCosigning): Promise<StoredCosigning>
}

/** Confirmations of current owners; confirmations of former owners do not count. */
export function getCurrentConfirmations({
  confirmations,
  multisig,
}: StoredCosigning): StoredConfirmation[] {
  return confirmations.filter(({ owner }) => multisig.owners.includes(owner))
}

/** This member's confirmation in the cosigning, as any of its owners. */
export function findConfirmation(
  { confirmations }: Pick<StoredCosigning, 'confirmations'>,
  userId: string,
): StoredConfirmation | undefined {
  return confirmations.find(({ user }) => user?.id === userId)
}

/** The cosigning with its own multisig as the chain shows it now. */
export function withReading(cosigning: StoredCosigning, multisig: StoredMultisig): StoredCosigning {
  if (cosigning.method === 'agreements') return { ...cosigning, multisig }
  return multisig.family === 'evm' ? { ...cosigning, multisig } : cosigning
}
