import * as v from 'valibot'
import { PROBLEM_CODES } from './problem.ts'
import { RequestCodeSchema } from './request.ts'
import { RawTonAddressSchema, TonNetworkSchema, WalletSchema } from './wallet.ts'

/** States of an attempt, in the order in which a member goes through them. */
const ATTEMPT_STATES = [
  'created',
  'opened',
  'awaiting-wallet',
  'awaiting-consent',
  'linked',
  'failed',
  'cancelled',
  'expired',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** What may follow what. A pair that is not here cannot be written. */
const NEXT: Record<AttemptState, readonly AttemptState[]> = {
  created: [
    'opened',
    'awaiting-wallet',
    'awaiting-consent',
    'linked',
    'failed',
    'cancelled',
    'expired',
  ],
  opened: ['awaiting-wallet', 'awaiting-consent', 'linked', 'failed', 'cancelled', 'expired'],
  'awaiting-wallet': ['opened', 'awaiting-consent', 'linked', 'failed', 'cancelled', 'expired'],
  'awaiting-consent': ['linked', 'failed', 'cancelled', 'expired'],
  linked: [],
  failed: [],
  cancelled: [],
  expired: [],
}

/** States from which `to` may be reached in one step. */
export function statesBefore(to: AttemptState): AttemptState[] {
  return ATTEMPT_STATES.filter((state) => NEXT[state].includes(to))
}

/** Whether nothing can follow: the attempt has its outcome. */
export function isSettled(state: AttemptState): boolean {
  return NEXT[state].length === 0
}

export const AttemptIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{22}$/))

/** Name under which a wallet app calls itself, as TON Connect's wallets list gives it. */
export const WalletAppSchema = v.pipe(v.string(), v.regex(/^[\w .()+-]{1,64}$/u))

/** An attempt as its member sees it. Times are ISO 8601 in UTC. */
export const AttemptSchema = v.object({
  id: AttemptIdSchema,
  family: v.literal('ton'),
  state: v.picklist(ATTEMPT_STATES),
  /** Single-use payload for ton_proof: 32 random bytes in base64url, 43 characters. */
  payload: v.string(),
  /** Domain that the wallet will show and sign: host and port of the manifest's url. */
  domain: v.string(),
  network: TonNetworkSchema,
  walletApp: v.nullable(WalletAppSchema),
  errorCode: v.nullable(v.picklist(PROBLEM_CODES)),
  wallet: v.nullable(WalletSchema),
  /** The connect request that linking answers. */
  requestCode: v.nullable(RequestCodeSchema),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type Attempt = v.InferOutput<typeof AttemptSchema>

/** A question to a wallet's holder: another account proved the same wallet and asks for it. */
export const ConsentSchema = v.object({
  attemptId: AttemptIdSchema,
  family: v.literal('ton'),
  network: TonNetworkSchema,
  address: RawTonAddressSchema,
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type Consent = v.InferOutput<typeof ConsentSchema>
