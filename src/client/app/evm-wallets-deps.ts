import type { Api } from '#client/api/call.ts'
import type { AppWorld } from './world.ts'

/** What EVM wallets are made from. */
export type EvmWalletsDeps = Pick<AppWorld, 'boot' | 'telegram' | 'now'> & {
  storage: Storage
  /** The device's own clock, by which wallets go as well. Milliseconds since the epoch. */
  deviceNow: () => number
  /** Whose things the device keeps. */
  telegramId: string
  /** What talks to the server, once there is an attempt. */
  api: () => Api
}
