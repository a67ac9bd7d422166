import * as v from 'valibot'
import type { StorageEvents, UserStorage } from '#client/api/user-storage.ts'
import { TonNetworkSchema } from '#shared/address.ts'
import { TonProofSchema } from '#shared/ton-proof.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { DeviceWallet } from '../wallet-connector.ts'

/** How long TON Connect resumes a pending connection after a reload, in milliseconds. */
const PENDING_TTL_MS = 5 * 60_000
const CONNECTED_KEY = 'ton/connected'
/** Under which the library stores the connection, pending or made. Without it the library resumes none. */
export const LIBRARY_CONNECTION_KEY = 'ton/ton-connect-storage_bridge-connection'
const PENDING_KEY = 'ton/pending'

const { network, address, stateInit, publicKey } = TonProofSchema.entries

const WalletAppSchema = v.object({ appName: v.string(), name: v.string() })

const ConnectedSchema = v.object({
  status: v.literal('connected'),
  network,
  address,
  /** Empty where the wallet has not shared it. */
  stateInit: v.optional(stateInit, ''),
  publicKey,
  walletApp: WalletAppSchema,
  /** Whether the wallet says that it can sign texts. */
  signs: v.optional(v.boolean(), false),
  /** Opens the wallet app, which finds its request automatically; null where it cannot be opened from here. */
  link: v.optional(v.nullable(v.pipe(v.string(), v.url())), null),
})

const PendingSchema = v.object({
  payload: v.string(),
  network: TonNetworkSchema,
  /** As TON Connect made it, without `ret`; null for a wallet that is part of the browser. */
  link: v.nullable(v.pipe(v.string(), v.url())),
  walletApp: v.nullable(WalletAppSchema),
  /** Unix time in milliseconds. */
  createdAt: v.number(),
})

/** What a wallet must prove. */
export type TonRequest = { payload: string; network: TonNetwork }
export type ConnectedTonWallet = v.InferOutput<typeof ConnectedSchema>
export type StoredPending = v.InferOutput<typeof PendingSchema>

/**
 * What the page must know about the wallet before the library has loaded: which one is connected, and
 * which one was asked and has not answered. The library's own record remains authoritative.
 */
export function openConnectionMemory(storage: UserStorage, now: () => number) {
  function pending(): StoredPending | null {
    const record = storage.read(PENDING_KEY, PendingSchema)
    return record !== null && now() - record.createdAt < PENDING_TTL_MS ? record : null
  }

  const connected = () => storage.read(CONNECTED_KEY, ConnectedSchema)

  return {
    pending,
    connected,
    deviceWallet: (): DeviceWallet =>
      connected() ?? { status: pending() === null ? 'disconnected' : 'restoring' },
    keepConnected(wallet: ConnectedTonWallet | null): void {
      if (wallet === null) storage.remove(CONNECTED_KEY)
      else storage.write(CONNECTED_KEY, wallet)
    },
    /** Another tab of this app has disconnected the wallet. */
    onDisconnectedElsewhere: (events: StorageEvents, act: () => void): void =>
      storage.onRemovedElsewhere(events, CONNECTED_KEY, act),
    keepPending(record: Omit<StoredPending, 'createdAt'> | null): void {
      if (record === null) storage.remove(PENDING_KEY)
      else storage.write(PENDING_KEY, { ...record, createdAt: now() })
    },
  }
}
