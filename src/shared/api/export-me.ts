import * as v from 'valibot'
import { ADMIN_ACTION_KINDS } from '../admin-action.ts'
import { ConsentSchema } from '../attempt.ts'
import { AttemptClientSchema } from '../client-platform.ts'
import { OwnCardSchema } from '../card.ts'
import { JOIN_REASONS, JOIN_STATES } from '../join.ts'
import { COSIGNING_METHODS, COSIGNING_STATES } from '../multisig.ts'
import { MadeRequestSchema } from '../request.ts'
import { UserSchema } from '../user.ts'
import { BINDINGS, FamilySchema, WalletSchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/** All data that is stored about the member, in one document. */
export const exportMe = {
  method: 'GET',
  path: '/api/export',
  response: v.object({
    exportedAt: v.pipe(v.string(), v.isoTimestamp()),
    user: UserSchema,
    firstSeenAt: v.pipe(v.string(), v.isoTimestamp()),
    lastSeenAt: v.pipe(v.string(), v.isoTimestamp()),
    wallets: v.array(WalletSchema),
    /** Wallets that the bot's button unlinked, as long as they are stored so that this can be undone. */
    unlinkedWallets: v.array(
      v.object({ wallet: WalletSchema, unlinkedAt: v.pipe(v.string(), v.isoTimestamp()) }),
    ),
    attempts: v.array(
      v.object({
        family: FamilySchema,
        state: v.string(),
        createdAt: v.string(),
        /** Address of the account that had to sign the message; null where none was fixed. */
        account: v.nullable(v.string()),
        message: v.nullable(v.string()),
        errorCode: v.nullable(v.string()),
        walletApp: v.nullable(v.string()),
        client: v.nullable(AttemptClientSchema),
        requestCode: v.nullable(v.string()),
        /** The cosigning that the attempt was to confirm as an owner. */
        confirmsCode: v.nullable(v.string()),
      }),
    ),
    /** Questions whether a wallet may move to another account. */
    consents: v.array(ConsentSchema),
    /** Answers to connect requests; without a wallet once it is unlinked or the answer withdrawn. */
    answers: v.array(
      v.object({
        requestCode: v.string(),
        walletId: v.nullable(v.string()),
        answeredAt: v.pipe(v.string(), v.isoTimestamp()),
        withdrawnAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      }),
    ),
    /** Connect requests that the member made. */
    requests: v.array(MadeRequestSchema),
    /** Wallets that the member shares as cards. */
    cards: v.array(OwnCardSchema),
    /** Digests of proofs that left the server, and when each ended. */
    proofs: v.array(
      v.object({ digest: v.string(), endedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())) }),
    ),
    /** Requests of the member's to join groups. */
    joins: v.array(
      v.object({
        chat: v.string(),
        state: v.picklist(JOIN_STATES),
        why: v.picklist(JOIN_REASONS),
        walletId: v.nullable(v.string()),
        askedAt: v.pipe(v.string(), v.isoTimestamp()),
        decidedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      }),
    ),
    /** What happened, as long as it is stored: what the operator's server can read, the newest first. */
    events: v.array(
      v.object({
        type: v.string(),
        at: v.pipe(v.string(), v.isoTimestamp()),
        /** Of the wallet that it is about, as its family shows addresses; null for none. */
        address: v.nullable(v.string()),
        /** What an admin wrote for the member; null for nothing. */
        reason: v.nullable(v.string()),
        /** False for the former holder of a wallet that moved to another account. */
        mine: v.boolean(),
      }),
    ),
    /** What admins did about the member, and what the member did as an admin. */
    adminActions: v.array(
      v.object({
        kind: v.picklist(ADMIN_ACTION_KINDS),
        at: v.pipe(v.string(), v.isoTimestamp()),
        /** Whether the member did it. */
        mine: v.boolean(),
      }),
    ),
    /** Cosignings that the member started or confirmed in, with the member's own confirmation. */
    cosignings: v.array(
      v.object({
        code: v.string(),
        /** The multisig's address in its usual written form. */
        multisig: v.string(),
        method: v.picklist(COSIGNING_METHODS),
        message: v.nullable(v.string()),
        state: v.picklist(COSIGNING_STATES),
        /** Whether the member started it. */
        mine: v.boolean(),
        confirmation: v.nullable(
          v.object({
            /** Address of the owner that the member confirmed as. */
            owner: v.string(),
            binding: v.picklist(BINDINGS),
            /** Whether the other owners may see the member's name. */
            showsName: v.boolean(),
            givenAt: v.pipe(v.string(), v.isoTimestamp()),
          }),
        ),
        createdAt: v.pipe(v.string(), v.isoTimestamp()),
      }),
    ),
  }),
} as const satisfies Endpoint
