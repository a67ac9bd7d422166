import * as v from 'valibot'
import { CosigningCodeSchema } from './codes.ts'
import { PersonSchema } from './person.ts'
import { PROBLEM_CODES } from './problem.ts'
import {
  ChainIdSchema,
  EvmAddressSchema,
  RawTonAddressSchema,
  TonNetworkSchema,
} from './address.ts'
import { LEVELS, MultisigIdSchema, TON_MULTISIG_KIND, WalletIdSchema } from './wallet.ts'

const Time = v.pipe(v.string(), v.isoTimestamp())

/** What the chain said about a multisig at the last reading. */
const readEntries = {
  id: MultisigIdSchema,
  /** How many owners must agree to what the account does. */
  threshold: v.number(),
  ownerCount: v.number(),
  checkedAt: Time,
}

/** A Safe: its proxy's code and its singleton are published ones. Identity: (chainId, address). */
export const SafeSchema = v.object({
  ...readEntries,
  family: v.literal('evm'),
  kind: v.literal('safe'),
  chainId: ChainIdSchema,
  address: EvmAddressSchema,
  version: v.string(),
  /** How many modules may act without the owners. */
  modules: v.number(),
  /** Whether a guard may block what the owners agree to. */
  guard: v.boolean(),
  /** Whether it can accept a message that its owners have signed (ERC-1271): it has the handler for that. */
  canSign: v.boolean(),
})
export type Safe = v.InferOutput<typeof SafeSchema>

/** A TON multisig v2. It has no key and cannot sign. Identity: (network, raw address). */
const TonMultisigSchema = v.object({
  ...readEntries,
  family: v.literal('ton'),
  kind: v.literal(TON_MULTISIG_KIND),
  network: TonNetworkSchema,
  address: RawTonAddressSchema,
  /** How many may propose without being owners. */
  proposers: v.number(),
})

export const MultisigSchema = v.variant('family', [SafeSchema, TonMultisigSchema])
export type Multisig = v.InferOutput<typeof MultisigSchema>

/** What a cosigning collects: `signatures` of one message, or `agreements`, each with a proof of the owner's wallet. */
export const COSIGNING_METHODS = ['signatures', 'agreements'] as const
export type CosigningMethod = (typeof COSIGNING_METHODS)[number]

export const COSIGNING_STATES = ['open', 'complete', 'cancelled', 'expired'] as const
export type CosigningState = (typeof COSIGNING_STATES)[number]

const cosigningEntries = {
  code: CosigningCodeSchema,
  /** Link that opens the cosigning in the Mini App, from any chat. */
  url: v.pipe(v.string(), v.url()),
  multisig: MultisigSchema,
  method: v.picklist(COSIGNING_METHODS),
  state: v.picklist(COSIGNING_STATES),
  /** Who started it, according to Telegram. With `signatures` the multisig is linked to this account alone. */
  starter: PersonSchema,
  /** Whether the member started it. */
  mine: v.boolean(),
  /** How many current owners have confirmed; `multisig.threshold` are needed. */
  signed: v.number(),
  /** The owner that the member has confirmed as; null as long as they have not. */
  signedAs: v.nullable(v.string()),
  expiresAt: Time,
}

/** What Home shows about a cosigning in which the member has a part. */
export const CosigningSummarySchema = v.object(cosigningEntries)
export type CosigningSummary = v.InferOutput<typeof CosigningSummarySchema>

/** One owner of a multisig. */
const OwnerSchema = v.object({
  /** TON: raw. EVM: with its checksum. */
  address: v.string(),
  /** That owner's name, where they let the other owners see it; null otherwise. */
  person: v.nullable(PersonSchema),
  /** Whether one of the member's own linked wallets is this owner, or they have confirmed as it. */
  mine: v.boolean(),
})
export type Owner = v.InferOutput<typeof OwnerSchema>

const shownEntries = {
  ...cosigningEntries,
  /** The current owners, in the chain's order. */
  owners: v.array(v.object({ ...OwnerSchema.entries, signed: v.boolean() })),
  /** Why enough confirmations have still not linked it; null in all other cases. */
  problem: v.nullable(v.picklist(PROBLEM_CODES)),
  createdAt: Time,
}

/** Owners' confirmations for one multisig, as members who opened its link see them. Times are ISO 8601 in UTC. */
export const CosigningSchema = v.variant('method', [
  v.object({
    ...shownEntries,
    method: v.literal('signatures'),
    multisig: SafeSchema,
    /** The exact text that the owners sign (EIP-4361). */
    message: v.string(),
  }),
  /** Each owner proves a wallet for this. */
  v.object({ ...shownEntries, method: v.literal('agreements') }),
])
export type Cosigning = v.InferOutput<typeof CosigningSchema>

const detailEntries = {
  owners: v.array(OwnerSchema),
  /** What the member has proven about it; null for nothing. A stale link proves `signer` or nothing. */
  level: v.nullable(v.picklist(LEVELS)),
  /** The member's linked wallets that are owners. */
  signers: v.array(v.object({ walletId: WalletIdSchema, address: v.string() })),
  /** The member's link to it, valid or stale. */
  walletId: v.nullable(WalletIdSchema),
  /** The level that a cosigning would lead to. */
  attainable: v.picklist(['account', 'quorum']),
  /** The member's own live cosigning. */
  cosigning: v.nullable(CosigningSummarySchema),
}

/** A multisig as a member sees it. */
export const MultisigDetailSchema = v.variant('family', [
  v.object({ ...SafeSchema.entries, ...detailEntries }),
  v.object({ ...TonMultisigSchema.entries, ...detailEntries }),
])
export type MultisigDetail = v.InferOutput<typeof MultisigDetailSchema>

/** Why a link is no longer valid. */
export const STALE_REASONS = [
  /** The owners who confirmed, or the member among them, are not all owners any longer. */
  'owners-changed',
  /** More owners must agree now than have agreed. */
  'threshold-raised',
  /** The account refuses what it once accepted (ERC-1271). */
  'not-accepted',
  /** The account accepts it, but not because owners on its list signed it. */
  'not-by-owners',
  /** The address no longer holds a multisig that we know. */
  'not-recognised',
] as const
export type StaleReason = (typeof STALE_REASONS)[number]
