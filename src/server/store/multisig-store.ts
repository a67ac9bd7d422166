import type { EvmAccount } from '#shared/evm-account.ts'
import type { Hex } from '#shared/hex.ts'
import type { CosigningState, StaleReason } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding, ProvenWallet } from '#shared/wallet.ts'
import type { ReadMultisig } from '../verify/multisig.ts'
import type { EpochMs, StoredMultisig, StoredUser, StoredWallet } from './stored.ts'

export type StoredSafe = Extract<StoredMultisig, { family: 'evm' }>

/** A key, or a multisig, on its chains. EVM: a key is the same on all of them. */
export type OwnerKey = { family: 'ton' | 'evm'; address: string }

/** What a link to a multisig rests on, for judging whether it still holds. */
export type MultisigLink = { wallet: StoredWallet; evidence: LinkEvidence }

export type LinkEvidence =
  /**
   * The account accepted this EIP-191 hash of the message with the signature. `owners`: all of a Safe's at that moment, where
   * the signature is empty; links of before they were kept have none.
   */
  | { kind: 'signature'; hash: Hex; signature: Hex; owners?: readonly string[] | undefined }
  /** These owners agreed; the member is `own`. */
  | { kind: 'agreements'; owners: readonly string[]; own: string }

/** One owner's confirmation in a cosigning. */
export type StoredConfirmation = {
  owner: string
  /** Null where nobody's name stands for it: gathered elsewhere, or given by somebody to whom its key is not linked. */
  user: StoredUser | null
  binding: Binding
  /** Of the Safe message; for an agreement the evidence of the own wallet's proof. */
  signature: Uint8Array
  /** Whether the other owners may see who it is. */
  showsName: boolean
  givenAt: EpochMs
}

/** Owners' signatures of one text, which a Safe judges. */
type SignatureTerms = { method: 'signatures'; multisig: StoredSafe; message: string }
/** What owners are asked for: that, or to agree, each by a proof of the own wallet. */
export type CosigningTerms = SignatureTerms | { method: 'agreements'; multisig: StoredMultisig }

export type StoredCosigning = CosigningCore & CosigningTerms
/** One whose owners sign a text. */
export type SignedCosigning = CosigningCore & SignatureTerms

type CosigningCore = {
  code: string
  attemptId: string | null
  starter: StoredUser
  /** `expired` is derived: an open one whose time has passed reads as expired. */
  state: CosigningState
  /** Why enough confirmations have not linked it. */
  problem: ProblemCode | null
  confirmations: readonly StoredConfirmation[]
  createdAt: EpochMs
  expiresAt: EpochMs
}

/** What became of a confirmation that an owner gives. */
export type ConfirmationResult =
  | { outcome: 'given'; cosigning: StoredCosigning }
  /** An agreement: another Telegram account has given it or has the owner's wallet, and no text names this one. */
  | { outcome: 'owner-taken' }
  | { outcome: 'closed' }
  | { outcome: 'attempt-settled' }
  | { outcome: 'attempt-expired' }

export type CompletionResult =
  | { outcome: 'linked'; wallets: readonly StoredWallet[] }
  | { outcome: 'closed' }
  /** The starter has as many wallets as one may have. */
  | { outcome: 'wallet-limit' }

/** What there is to tell of a cosigning to one member. */
export const COSIGNING_UPDATES = [
  /** A fellow owner has started it, and one of the member's linked wallets is an owner. */
  'asked',
  /** To the starter: one more confirmation has come. */
  'signed',
  /** To those who confirmed, save whoever is told of the link itself. */
  'completed',
  'cancelled',
  'expired',
  /** To whoever has a part in it and has not confirmed, and to the starter. */
  'reminder',
  /** To those who confirmed: what they linked does not hold any more. */
  'stale',
] as const
export type CosigningUpdate = (typeof COSIGNING_UPDATES)[number]

/** Multisigs that are known, the cosignings, and the links that rest on them. */
export interface MultisigStore {
  /** Keeps a reading in the place of the one before. A younger one that is there already stays. */
  saveMultisig(read: ReadMultisig, checkedAt: EpochMs): Promise<StoredMultisig>
  /**
   * Notes that its chain showed no multisig where it was, until it is read again. Answers since when that has been so; null
   * where a younger reading shows it.
   */
  noteMissing(id: string, seenAt: EpochMs): Promise<EpochMs | null>
  findMultisig(id: string): Promise<StoredMultisig | undefined>
  /** The Safe that is known at this address. */
  findSafe(place: EvmAccount): Promise<StoredMultisig | undefined>
  /** Notes who made a Safe accept a message: its listed owners by their keys, or anything else. The last such note counts. */
  noteAcceptance(id: string, by: 'owners' | 'others', now: EpochMs): Promise<void>
  /** Those of which this key is an owner, by the last reading of each; at most 100. None that is bypassed. */
  listOwnerMultisigs(owner: OwnerKey): Promise<StoredMultisig[]>
  /** The same for many keys at once, by address. */
  listOwnersMultisigs(owners: readonly OwnerKey[]): Promise<Map<string, StoredMultisig[]>>
  /** Those with links or open cosignings whose last reading is older than `before`, leased so that no other process reads them too. */
  leaseMultisigChecks(
    lease: { before: EpochMs; until: EpochMs; limit: number },
    now: EpochMs,
  ): Promise<StoredMultisig[]>
  /** The links to a multisig that are not stale. */
  listMultisigLinks(multisigId: string): Promise<MultisigLink[]>
  /** Marks a link stale, once, with an event `wallet.stale` and an update to those who confirmed it. False if it was, or is gone, or rests on another proof by now. */
  markStale(
    link: { wallet: Pick<StoredWallet, 'id' | 'userId' | 'verifiedAt'>; reason: StaleReason },
    now: EpochMs,
  ): Promise<boolean>

  /**
   * Opens a cosigning for a live attempt of this member without one, fixes its account and message, and gives it its
   * time. Undefined if there is no such attempt.
   */
  openCosigning(
    opened: {
      attemptId: string
      userId: string
      /**
       * `awaiting-signature`: the multisig's own wallet app is asked, and nobody hears of it ·
       * `awaiting-cosigners`: owners whom we know by their linked wallets hear of it, each of five in 24 hours at most.
       */
      attemptState: 'awaiting-signature' | 'awaiting-cosigners'
      expiresAt: EpochMs
    } & CosigningTerms,
    now: EpochMs,
  ): Promise<StoredCosigning | undefined>
  findCosigning(code: string, now: EpochMs): Promise<StoredCosigning | undefined>
  /** The member's own live one for a multisig, or for an attempt. */
  findOwnCosigning(
    userId: string,
    of: { multisigId: string } | { attemptId: string },
    now: EpochMs,
  ): Promise<StoredCosigning | undefined>
  /**
   * Open ones in which the member has a part, at most 20: first those that they started, confirmed in or opened, then those that
   * they are a known owner for; of each the newest first.
   */
  listCosignings(userId: string, now: EpochMs): Promise<StoredCosigning[]>
  /** Those of a multisig that are kept, over or not: the newest first, at most 20. */
  listMultisigCosignings(multisigId: string, now: EpochMs): Promise<StoredCosigning[]>
  /** All that are kept in which the member has a part, open and ended, the newest first: for their export. */
  listAllCosignings(userId: string, now: EpochMs): Promise<StoredCosigning[]>
  /** The member has opened its link: reminders go to them, too, and it comes first in their list. */
  noteViewer(code: string, userId: string, now: EpochMs): Promise<void>
  /**
   * Writes one owner's confirmation and ends the attempt that it was given by, in one transaction, with an update for the starter. A
   * signature of the Safe's text names no giver: it counts without one unless its key is linked to this member.
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
  /** Keeps confirmations that were gathered elsewhere; those of owners who have confirmed here stay. */
  addGathered(
    code: string,
    confirmations: readonly { owner: string; signature: Uint8Array }[],
    now: EpochMs,
  ): Promise<void>
  /** Takes the member's confirmation back while it is open; false if there is none. */
  withdrawConfirmation(code: string, userId: string, now: EpochMs): Promise<boolean>
  /** The starter gives it up, and the attempt with it; false if it is not theirs or not open. Those who confirmed are told. */
  cancelCosigning(code: string, userId: string, now: EpochMs): Promise<boolean>
  noteProblem(code: string, problem: ProblemCode | null): Promise<void>
  /**
   * Completes it and links the multisig to each of `links`, in one transaction, with `wallet.linked` for each,
   * `multisig.completed` for the starter, and the request of its attempt answered. Who has no room for a wallet
   * is left out, unless it is the starter.
   */
  completeCosigning(
    completed: {
      code: string
      proven: ProvenWallet
      /** The bundle that the account accepted; empty for agreements. */
      signature: Uint8Array
      /** Whose confirmations the signature is made of: all must still be there. @default none, where owners have confirmed elsewhere */
      owners?: readonly string[]
      links: readonly { userId: string; evidence: LinkEvidence }[]
      walletLimit: number
    },
    now: EpochMs,
  ): Promise<CompletionResult>
  /** Open cosignings that others may have gathered confirmations for, least recently asked first, leased. */
  leaseCosignings(
    lease: { until: EpochMs; limit: number },
    now: EpochMs,
  ): Promise<StoredCosigning[]>
  /** Closes what has had its time and reminds of what is due, with an update; answers how many it dealt with. */
  closeDueCosignings(limit: number, now: EpochMs): Promise<number>
}
