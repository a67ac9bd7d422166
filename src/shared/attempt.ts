import * as v from 'valibot'
import { PROBLEM_CODES } from './problem.ts'
import { CosigningCodeSchema } from './codes.ts'
import { EvmAccountSchema } from './evm-account.ts'
import { SafeSchema } from './multisig.ts'
import { RequestCodeSchema } from './request.ts'
import { SignInTermsSchema } from './sign-in.ts'
import { ChainIdSchema, RawTonAddressSchema, TonNetworkSchema } from './address.ts'
import { FamilySchema, WalletSchema } from './wallet.ts'

/** States of an attempt, in the order in which a member goes through them. */
const ATTEMPT_STATES = [
  'created',
  'opened',
  'awaiting-wallet',
  'awaiting-signature',
  'awaiting-consent',
  'awaiting-cosigners',
  'linked',
  'cosigned',
  'failed',
  'cancelled',
  'expired',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

const ENDS = ['linked', 'cosigned', 'failed', 'cancelled', 'expired'] as const

/**
 * Which state may follow which. A pair that is not here cannot be written. `awaiting-signature`: the account
 * is fixed, and its wallet must sign the attempt's message. `awaiting-cosigners`: owners of a multisig must
 * confirm it. `cosigned`: the end of an attempt that was one owner's confirmation in another attempt's cosigning.
 */
const NEXT: Record<AttemptState, readonly AttemptState[]> = {
  created: [
    'opened',
    'awaiting-wallet',
    'awaiting-signature',
    'awaiting-consent',
    'awaiting-cosigners',
    ...ENDS,
  ],
  opened: ['awaiting-wallet', 'awaiting-signature', 'awaiting-consent', ...ENDS],
  'awaiting-wallet': ['opened', 'awaiting-signature', 'awaiting-consent', ...ENDS],
  // Another account of the same wallet may replace the first.
  'awaiting-signature': ['awaiting-signature', ...ENDS],
  'awaiting-consent': ENDS,
  'awaiting-cosigners': ENDS,
  linked: [],
  cosigned: [],
  failed: [],
  cancelled: [],
  expired: [],
}

/** States from which `to` may be reached in one step. */
export function statesBefore(to: AttemptState): AttemptState[] {
  return ATTEMPT_STATES.filter((state) => NEXT[state].includes(to))
}

/**
 * States in which an attempt still takes a proof. One that waits for consent has spent its nonce, and owners confirm with
 * attempts of their own.
 */
export const UNPROVEN: readonly AttemptState[] = statesBefore('linked').filter(
  (state) => state !== 'awaiting-consent' && state !== 'awaiting-cosigners',
)

/** Whether the attempt has its outcome, so that no state can follow. */
export function isSettled(state: AttemptState): boolean {
  return NEXT[state].length === 0
}

export const AttemptIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{22}$/))

/** A wallet app's name, as TON Connect's wallets list gives it. */
export const WalletAppSchema = v.pipe(v.string(), v.regex(/^[\w .()+-]{1,64}$/u))

/** Fields of attempts of every family. */
const attemptEntries = {
  id: AttemptIdSchema,
  state: v.picklist(ATTEMPT_STATES),
  /**
   * The text that the wallet must show and sign, written by the server; it names the Telegram
   * account. EVM: null until the account is fixed. TON: null where the operator requires no text.
   */
  message: v.nullable(v.string()),
  walletApp: v.nullable(WalletAppSchema),
  errorCode: v.nullable(v.picklist(PROBLEM_CODES)),
  wallet: v.nullable(WalletSchema),
  /** The connect request that linking answers. */
  requestCode: v.nullable(RequestCodeSchema),
  /** The cosigning that this attempt should confirm as an owner. */
  confirmsCode: v.nullable(CosigningCodeSchema),
  /** The cosigning in which owners confirm the multisig that this attempt should link. */
  cosigningCode: v.nullable(CosigningCodeSchema),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
}

export const TonAttemptSchema = v.object({
  ...attemptEntries,
  family: v.literal('ton'),
  /** Single-use payload for ton_proof: a commitment to the member's account in base64url, 43 characters. */
  payload: v.string(),
  /** Domain that the wallet will show and sign: host and port of the manifest's url. */
  domain: v.string(),
  network: TonNetworkSchema,
})
export type TonAttempt = v.InferOutput<typeof TonAttemptSchema>

export const EvmAttemptSchema = v.object({
  ...attemptEntries,
  family: v.literal('evm'),
  /** The account that the message is written for; null until it is fixed. */
  account: v.nullable(EvmAccountSchema),
  /**
   * The Safe for which the account's key must sign the message as one of its owners: EIP-712 `SafeMessage`, see
   * `safe-message.ts`. Null where the message is signed as it is (`personal_sign`).
   */
  signsFor: v.nullable(EvmAccountSchema),
  /** What a wallet may sign as it connects; null where it must be asked separately. */
  signIn: v.nullable(SignInTermsSchema),
  /** The multisig at the account's address, if it is one that we recognise. */
  multisig: v.nullable(SafeSchema),
  /** In the answer to a reported account: it is a contract on each of these chains, and the member chooses one. */
  contractOn: v.optional(v.array(ChainIdSchema)),
  /** In the same answer: why the owners of the Safe at the account are not asked to sign one by one. */
  setback: v.optional(v.literal('cosign-no-keys')),
})
export type EvmAttempt = v.InferOutput<typeof EvmAttemptSchema>

/** An attempt as its member sees it. Times are ISO 8601 in UTC. */
export const AttemptSchema = v.variant('family', [TonAttemptSchema, EvmAttemptSchema])
export type Attempt = v.InferOutput<typeof AttemptSchema>

/** Summary of a live attempt, for any device of the member. */
export const AttemptSummarySchema = v.object({
  id: AttemptIdSchema,
  family: FamilySchema,
  state: v.picklist(ATTEMPT_STATES),
  requestCode: v.nullable(RequestCodeSchema),
  confirmsCode: v.nullable(CosigningCodeSchema),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type AttemptSummary = v.InferOutput<typeof AttemptSummarySchema>

/** A question to a wallet's holder: another account proved the same wallet and asks for it. */
export const ConsentSchema = v.object({
  attemptId: AttemptIdSchema,
  family: v.literal('ton'),
  network: TonNetworkSchema,
  address: RawTonAddressSchema,
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type Consent = v.InferOutput<typeof ConsentSchema>
