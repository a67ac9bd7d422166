import type { EvmAccount } from '#shared/evm-account.ts'
import type { Hex } from '#shared/hex.ts'
import type { CosigningState, StaleReason } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding, ProvenWallet } from '#shared/wallet.ts'
import type { ReadMultisig } from '../verify/multisig.ts'
import type { EpochMs, StoredMultisig, StoredUser, StoredWallet } from './stored.ts'

export type StoredSafe = Extract<StoredMultisig, { family: 'evm' }>

/** A key, or a multisig, on its chains. EVM: a key is the same on all chains. */
export type OwnerKey = { family: 'ton' | 'evm'; address: string }

/** A link to a multisig and its evidence, for judging whether it still holds. */
export type MultisigLink = { wallet: StoredWallet; evidence: LinkEvidence }

export type LinkEvidence =
  /**
   * The account accepted this EIP-191 hash of the message with the signature. `owners`: if the signature is empty, all
   * owners of the Safe at that moment; links from before they were stored have none.
   */
  | { kind: 'signature'; hash: Hex; signature: Hex; owners?: readonly string[] | undefined }
  /** These owners agreed. The member's address among them is `own`. */
  | { kind: 'agreements'; owners: readonly string[]; own: string }

/** One owner's confirmation in a cosigning. */
export type StoredConfirmation = {
  owner: string
  /** Null if no member stands for it: it was gathered elsewhere, or the key is not linked to the member who gave it. */
  user: StoredUser | null
  binding: Binding
  /** The signature of the Safe message; for an agreement, the evidence from the proof of the owner's wallet. */
  signature: Uint8Array
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

/** The result of an owner's confirmation. */
export type ConfirmationResult =
  | { outcome: 'given'; cosigning: StoredCosigning }
  /** Another Telegram account has given this agreement or has the owner's wallet, and no text names this account. */
  | { outcome: 'owner-taken' }
  | { outcome: 'closed' }
  | { outcome: 'attempt-settled' }
  | { outcome: 'attempt-expired' }

export type CompletionResult =
  | { outcome: 'linked'; wallets: readonly StoredWallet[] }
  | { outcome: 'closed' }
  /** The starter has as many wallets as one may have. */
  | { outcome: 'wallet-limit' }

/** The updates about a cosigning that one member can get. */
export const COSIGNING_UPDATES = [
  /** Another owner has started it, and one of the member's linked wallets is an owner. */
  'asked',
  /** To the starter: one more confirmation has arrived. */
  'signed',
  /** To those who confirmed, except members who are notified of their own link. */
  'completed',
  'cancelled',
  'expired',
  /** To the starter, and to participants who have not confirmed. */
  'reminder',
  /** To those who confirmed: the link that they confirmed no longer holds. */
  'stale',
] as const
export type CosigningUpdate = (typeof COSIGNING_UPDATES)[number]

/** Known multisigs, cosignings, and the links that rest on them. */
export interface MultisigStore {
  /** Stores a reading in place of the previous one, unless that one is newer. */
  saveMultisig(read: ReadMultisig, checkedAt: EpochMs): Promise<StoredMultisig>
  /**
   * Notes that its chain showed no multisig at its address. The next successful reading clears this. Returns since
   * when; null if a newer reading shows it.
   */
  noteMissing(id: string, seenAt: EpochMs): Promise<EpochMs | null>
  findMultisig(id: string): Promise<StoredMultisig | undefined>
  /** The Safe that is known at this address. */
  findSafe(place: EvmAccount): Promise<StoredMultisig | undefined>
  /** Notes what made a Safe accept a message: the keys of its listed owners, or anything else. The last note counts. */
  noteAcceptance(id: string, by: 'owners' | 'others', now: EpochMs): Promise<void>
  /** Multisigs that have this key as an owner in their last reading, at most 100. Bypassed ones are left out. */
  listOwnerMultisigs(owner: OwnerKey): Promise<StoredMultisig[]>
  /** The same for many keys in one query, by address. */
  listOwnersMultisigs(owners: readonly OwnerKey[]): Promise<Map<string, StoredMultisig[]>>
  /**
   * Multisigs with links or open cosignings whose last reading is older than `before`, leased so that no other process
   * reads them too.
   */
  leaseMultisigChecks(
    lease: { before: EpochMs; until: EpochMs; limit: number },
    now: EpochMs,
  ): Promise<StoredMultisig[]>
  /** The links to a multisig that are not stale. */
  listMultisigLinks(multisigId: string): Promise<MultisigLink[]>
  /**
   * Marks a link stale, once, with an event `wallet.stale` and an update to those who confirmed it. False if it is
   * already stale, is gone, or rests on another proof now.
   */
  markStale(
    link: { wallet: Pick<StoredWallet, 'id' | 'userId' | 'verifiedAt'>; reason: StaleReason },
    now: EpochMs,
  ): Promise<boolean>

  /**
   * Opens a cosigning for a live attempt of this member that has none. Sets the attempt's account and message, and its
   * end to `expiresAt`. Undefined if there is no such attempt.
   */
  openCosigning(
    opened: {
      attemptId: string
      userId: string
      /**
       * `awaiting-signature`: the request goes to the multisig's own wallet app, and no member is notified ·
       * `awaiting-cosigners`: owners whom we know by their linked wallets are notified, each of at most five cosignings
       * in 24 hours.
       */
      attemptState: 'awaiting-signature' | 'awaiting-cosigners'
      expiresAt: EpochMs
    } & CosigningTerms,
    now: EpochMs,
  ): Promise<StoredCosigning | undefined>
  findCosigning(code: string, now: EpochMs): Promise<StoredCosigning | undefined>
  /** The live cosigning that the member started, for a multisig or for an attempt. */
  findOwnCosigning(
    userId: string,
    of: { multisigId: string } | { attemptId: string },
    now: EpochMs,
  ): Promise<StoredCosigning | undefined>
  /**
   * Open cosignings in which the member has a part, at most 20. First come those that they started, confirmed in or
   * opened, then those where they are a known owner. Within each group the newest comes first.
   */
  listCosignings(userId: string, now: EpochMs): Promise<StoredCosigning[]>
  /** The stored cosignings of a multisig, open and ended, the newest first, at most 20. */
  listMultisigCosignings(multisigId: string, now: EpochMs): Promise<StoredCosigning[]>
  /** All stored cosignings in which the member has a part, open and ended, the newest first, for their export. */
  listAllCosignings(userId: string, now: EpochMs): Promise<StoredCosigning[]>
  /** The member has opened its link, so they get reminders too, and it comes first in their list. */
  noteViewer(code: string, userId: string, now: EpochMs): Promise<void>
  /**
   * Writes one owner's confirmation, ends the attempt that gave it, and writes an update for the starter, in one
   * transaction. A signature of the Safe's text does not show who gave it, so it counts anonymously unless its key is
   * linked to this member.
   */
  addConfirmation(
    given: {
      code: string
      attemptId: string
      userId: string
      confirmation: Pick<StoredConfirmation, 'owner' | 'binding' | 'signature' | 'showsName'>
    },
    now: EpochMs,
  ): Promise<ConfirmationResult>
  /** Stores confirmations that were gathered elsewhere. Confirmations that owners gave here stay. */
  addGathered(
    code: string,
    confirmations: readonly { owner: string; signature: Uint8Array }[],
    now: EpochMs,
  ): Promise<void>
  /** Withdraws the member's confirmation while the cosigning is open; false if there is none. */
  withdrawConfirmation(code: string, userId: string, now: EpochMs): Promise<boolean>
  /** The starter cancels it, with its attempt. Notifies those who confirmed. False if it is not theirs or not open. */
  cancelCosigning(code: string, userId: string, now: EpochMs): Promise<boolean>
  noteProblem(code: string, problem: ProblemCode | null): Promise<void>
  /**
   * Completes it and links the multisig to each member in `links`, in one transaction. Writes `wallet.linked` for each
   * and `multisig.completed` for the starter, and answers the request of its attempt. A member without room for a
   * wallet is left out; if that is the starter, the result is `wallet-limit`.
   */
  completeCosigning(
    completed: {
      code: string
      proven: ProvenWallet
      /** The bundle that the account accepted; empty for agreements. */
      signature: Uint8Array
      /**
       * Owners whose confirmations make up the signature: all must still be there. @default none, because the owners
       * have confirmed elsewhere
       */
      owners?: readonly string[]
      links: readonly { userId: string; evidence: LinkEvidence }[]
      walletLimit: number
    },
    now: EpochMs,
  ): Promise<CompletionResult>
  /** Leases open cosignings that may have confirmations elsewhere, the least recently checked first. */
  leaseCosignings(
    lease: { until: EpochMs; limit: number },
    now: EpochMs,
  ): Promise<StoredCosigning[]>
  /** Closes expired cosignings and sends due reminders, with updates. Returns how many cosignings it handled. */
  closeDueCosignings(limit: number, now: EpochMs): Promise<number>
}
