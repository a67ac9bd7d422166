import type { Api } from '#client/api/call.ts'
import type { AppWorld } from './world.ts'

/** Dependencies of the EVM wallets. */
export type EvmWalletsDeps = Pick<AppWorld, 'boot' | 'telegram' | 'now' | 'clockError'> & {
  storage: Storage
  /** The device's own clock, which wallets use as well. Milliseconds since the epoch. */
  deviceNow: () => number
  /** The account whose data the device stores. */
  telegramId: string
  /** The API, once there is an attempt. */
  api: () => Api
}
