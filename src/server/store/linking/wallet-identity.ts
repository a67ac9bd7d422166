import { sql } from 'kysely'
import type { Level, ProvenTonWallet } from '#shared/wallet.ts'
import type { LockName } from '../database/sql-database.ts'

/** Written into the query's text: SQLite uses a partial index only where it sees the value. */
export const KEY_LEVEL = sql.lit<Level>('key')

/** What a wallet is, whoever has it. */
export type WalletIdentity = Pick<ProvenTonWallet, 'family' | 'network' | 'address'>

export function walletLock({ family, network, address }: WalletIdentity): LockName {
  return `wallet:${family}:${network}:${address}`
}
