import type { StoredCosigning } from '../store/multisig-store.ts'
import type { StoredAttempt } from '../store/store.ts'
import type { StoredUser } from '../store/stored.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding } from '#shared/wallet.ts'

export type StartResult =
  | { ok: true; cosigning: StoredCosigning }
  | { ok: false; code: ProblemCode; retryAfterMs?: number }

/** One owner's confirmation, verified: a signature of the cosigning's message, or a proof of the owner's own wallet for it. */
export type OwnerConfirmation = {
  /** The owner's address, in the form in which the chain's readings have it. */
  owner: string
  binding: Binding
  /** The signature of the Safe message, or the evidence of the own wallet's proof. */
  signature: Uint8Array
}

export type ConfirmationOutcome =
  | { ok: true; cosigning: StoredCosigning }
  | { ok: false; code: ProblemCode }

/** Owners' confirmations for multisigs: from the start of a cosigning until it is linked. */
export interface Cosignings {
  /**
   * Starts collecting for a multisig of which one of the member's linked wallets is an owner now, and asks the other
   * owners whom we know. The member's live cosigning for it, where there is one, is gone on with.
   */
  start(
    user: StoredUser,
    asked: { multisigId: string; requestCode: string | null },
  ): Promise<StartResult>
  /**
   * Takes an owner's confirmation, once whoever gives it is an owner now; with the confirmation that was lacking, the multisig is
   * linked, unless its chain does not answer: then it is tried again by itself.
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
  /** Links what can be linked with the confirmations that are there, or that others have gathered. Answers it as it then is. */
  settle(cosigning: StoredCosigning): Promise<StoredCosigning>
}
