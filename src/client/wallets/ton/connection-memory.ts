import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'
import { TonNetworkSchema } from '#shared/wallet.ts'
import type { DeviceWallet } from '../wallet-connector.ts'

/** How long TON Connect picks a pending connection up after a reload, in milliseconds. */
const PENDING_TTL_MS = 5 * 60_000
const CONNECTED_KEY = 'ton/connected'
const PENDING_KEY = 'ton/pending'

const WalletAppSchema = v.object({ appName: v.string(), name: v.string() })

const ConnectedSchema = v.object({
  status: v.literal('connected'),
  network: v.string(),
  address: v.string(),
  walletApp: WalletAppSchema,
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

export type Connected = v.InferOutput<typeof ConnectedSchema>
export type Pending = v.InferOutput<typeof PendingSchema>

/**
 * What the page must know of the wallet before the library has loaded: which one is connected, and
 * which one was asked and has not answered. The library's own record stays the one that counts.
 */
export function openConnectionMemory(storage: UserStorage, now: () => number) {
  function pending(): Pending | null {
    const record = storage.read(PENDING_KEY, PendingSchema)
    return record !== null && now() - record.createdAt < PENDING_TTL_MS ? record : null
  }

  return {
    pending,
    deviceWallet(): DeviceWallet {
      const connected = storage.read(CONNECTED_KEY, ConnectedSchema)
      return connected ?? { status: pending() === null ? 'disconnected' : 'restoring' }
    },
    keepConnected(connected: Connected | null): void {
      if (connected === null) storage.remove(CONNECTED_KEY)
      else storage.write(CONNECTED_KEY, connected)
    },
    keepPending(record: Omit<Pending, 'createdAt'> | null): void {
      if (record === null) storage.remove(PENDING_KEY)
      else storage.write(PENDING_KEY, { ...record, createdAt: now() })
    },
  }
}
