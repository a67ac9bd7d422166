import type { StoredCollection } from '../store/multisig-store.ts'
import type { StoredAttempt, StoredUser } from '../store/store.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding } from '#shared/wallet.ts'

export type Started =
  | { ok: true; collection: StoredCollection }
  | { ok: false; code: ProblemCode; retryAfterMs?: number }

/** One owner's word, verified: a signature of the collection's message, or a proof of the owner's own wallet for it. */
export type OwnerWord = {
  /** The owner's address, in the form in which the chain's readings have it. */
  owner: string
  binding: Binding
  /** The signature of the Safe message, or the evidence of the own wallet's proof. */
  signature: Uint8Array
}

export type WordOutcome =
  | { ok: true; collection: StoredCollection }
  | { ok: false; code: ProblemCode }

/** Owners' words for multisigs: from the start of a collection until it is linked. */
export interface Collections {
  /**
   * Starts collecting for a multisig of which one of the member's linked wallets is an owner now, and asks the other
   * owners whom we know. The member's live collection for it, where there is one, is gone on with.
   */
  start(
    user: StoredUser,
    asked: { multisigId: string; requestCode: string | null },
  ): Promise<Started>
  /**
   * Takes an owner's word, once whoever gives it is an owner now; with the word that was lacking, the multisig is
   * linked, unless its chain does not answer: then it is tried again by itself.
   */
  give(
    code: string,
    given: { user: StoredUser; attempt: StoredAttempt; word: OwnerWord; showsName: boolean },
  ): Promise<WordOutcome>
  /** Whether this address may speak in the collection now: null if it may. */
  refuseOwner(collection: StoredCollection, address: string): Promise<ProblemCode | null>
  /** Links what can be linked with the words that are there, or that others have gathered. Answers it as it then is. */
  settle(collection: StoredCollection): Promise<StoredCollection>
}
