import * as v from 'valibot'
import type { StorageEvents, UserStorage } from '#client/api/user-storage.ts'
import { EvmAccountSchema } from '#shared/evm-account.ts'
import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import { SignInTermsSchema } from '#shared/sign-in.ts'
import { EVM_WALLET_IDS } from '#shared/evm-wallet-names.ts'
import { EVM_CONNECTED_KEY } from './connected-key.ts'
import { WalletLinkSchema } from './evm-wallets.ts'
import { SIGNING_METHODS } from './session-account.ts'

const PENDING_KEY = 'evm/pending'
const REQUEST_KEY = 'evm/request'
const UNANSWERED_KEY = 'evm/unanswered-sign-in'

const WalletAppSchema = v.object({ appName: v.string(), name: v.string() })

const SESSION = {
  /** Of WalletConnect's session. */
  topic: v.string(),
  /** All accounts that the session offers. */
  accounts: v.array(EvmAccountSchema),
  walletApp: WalletAppSchema,
  /** The methods that the session allows, out of those that we use. */
  methods: v.array(v.picklist(SIGNING_METHODS)),
  /** Brings the wallet to the front; null if it gave no link and is not on our list. */
  home: v.nullable(WalletLinkSchema),
}

const ConnectedSchema = v.object({
  ...SESSION,
  /** The account that was proven with it. */
  account: EvmAccountSchema,
})

const PairingSchema = v.object({
  /** `wc:<topic>@2?…` */
  uri: v.pipe(v.string(), v.startsWith('wc:')),
  /** Unix time in milliseconds. */
  expiresAt: v.number(),
})

const PENDING = {
  attemptId: v.string(),
  /** Addresses to choose from if the wallet offers several accounts; none for any. */
  wanted: v.array(v.string()),
  /** Unix time in milliseconds. */
  createdAt: v.number(),
}

const PendingPairingSchema = v.object({
  ...PENDING,
  stage: v.literal('pairing'),
  /** Newest last. An older one counts until it expires, because its link may be open in a wallet. */
  pairings: v.pipe(v.array(PairingSchema), v.minLength(1)),
  /** The wallet of our list that was opened. */
  wallet: v.nullable(v.picklist(EVM_WALLET_IDS)),
  walletApp: v.nullable(WalletAppSchema),
  /** What the wallet may sign as it connects; null if it is asked to connect only. */
  signIn: v.optional(v.nullable(SignInTermsSchema), null),
})

/** A wallet has connected, and it is not known yet which of its accounts to prove. */
const PendingSessionSchema = v.object({
  ...PENDING,
  ...SESSION,
  stage: v.literal('session'),
  /** One address on the chains on which the server has found it to be a contract; none before it was asked. */
  choices: v.optional(v.array(EvmAccountSchema), []),
})

const PendingSchema = v.variant('stage', [PendingPairingSchema, PendingSessionSchema])

const RequestSchema = v.object({
  attemptId: v.string(),
  message: v.string(),
  account: EvmAccountSchema,
  /** The Safe for which the account signs as an owner; null for the message itself. */
  signsFor: v.nullable(EvmAccountSchema),
  /** Of the session that was asked. */
  topic: v.string(),
  /** When the attempt ends: Unix time in milliseconds. */
  expiresAt: v.number(),
})

/** A wallet that could have signed in has not connected. */
const UnansweredSchema = v.object({
  /** Unix time in milliseconds. */
  createdAt: v.number(),
})

export type ConnectedEvmWallet = v.InferOutput<typeof ConnectedSchema>
export type Pairing = v.InferOutput<typeof PairingSchema>
export type PendingPairing = v.InferOutput<typeof PendingPairingSchema>
export type PendingSession = v.InferOutput<typeof PendingSessionSchema>
/** What an attempt waits for until the wallet's account is known. */
export type PendingConnection = v.InferOutput<typeof PendingSchema>
/** A message that the wallet was asked to sign. */
export type AskedSignature = v.InferOutput<typeof RequestSchema>

/** Topic of a pairing by its URI (EIP-1328). */
export function getTopic({ uri }: Pairing): string {
  return /^wc:([^@]+)@/.exec(uri)?.[1] ?? ''
}

/**
 * What the page must know about the wallet before the library has loaded, and after a reload. It contains
 * no secret except the pairing, which the library stores beside it anyway.
 */
export function openEvmMemory(storage: UserStorage, now: () => number) {
  const isLive = ({ createdAt }: { createdAt: number }) => now() - createdAt < EVM_ATTEMPT_TTL_MS
  const isOpen = ({ expiresAt }: { expiresAt: number }) => now() < expiresAt
  return {
    /** Another tab of this app has disconnected the wallet. */
    onDisconnectedElsewhere: (events: StorageEvents, act: () => void): void =>
      storage.onRemovedElsewhere(events, EVM_CONNECTED_KEY, act),
    connected: openSlot<ConnectedEvmWallet>(
      storage.read(EVM_CONNECTED_KEY, ConnectedSchema),
      getKeeper(storage, EVM_CONNECTED_KEY),
    ),
    pending: openSlot<PendingConnection>(
      only(storage.read(PENDING_KEY, PendingSchema), isLive),
      getKeeper(storage, PENDING_KEY),
    ),
    asked: openSlot<AskedSignature>(
      only(storage.read(REQUEST_KEY, RequestSchema), isOpen),
      getKeeper(storage, REQUEST_KEY),
    ),
    unansweredSignIn: openSlot<v.InferOutput<typeof UnansweredSchema>>(
      storage.read(UNANSWERED_KEY, UnansweredSchema),
      getKeeper(storage, UNANSWERED_KEY),
    ),
  }
}

/** One record: in memory, and stored over a reload where the device allows it. */
function openSlot<T extends object>(saved: T | null, keep: (record: T | null) => void) {
  let current = saved
  return {
    get: () => current,
    set(record: T | null): void {
      current = record
      keep(record)
    },
  }
}

function getKeeper(storage: UserStorage, key: string): (record: object | null) => void {
  return (record) => (record === null ? storage.remove(key) : storage.write(key, record))
}

function only<T>(record: T | null, condition: (record: T) => boolean): T | null {
  return record !== null && condition(record) ? record : null
}
