import { sql } from 'kysely'
import * as v from 'valibot'
import { evmNetwork } from '#shared/evm-network.ts'
import { ChainIdSchema, TonNetworkSchema } from '#shared/address.ts'
import type { LinkLevel, ProvenWallet, TonNetwork } from '#shared/wallet.ts'
import type { EvmNetwork, Schema } from '../database/schema.ts'
import type { LockName } from '../database/sql-database.ts'
import type { AttemptAccount } from '../stored.ts'

/** A literal in the query's text, because SQLite uses a partial index only if the text contains the value. */
export const KEY_LEVEL = sql.lit<LinkLevel>('key')
/** See {@link KEY_LEVEL}. */
export const QUORUM_LEVEL = sql.lit<LinkLevel>('quorum')

/** The columns that identify a wallet, whoever holds it. */
export type WalletIdentity =
  | { family: 'ton'; network: TonNetwork; address: string }
  | { family: 'evm'; network: EvmNetwork; address: string }

export function walletIdentity(wallet: ProvenWallet): WalletIdentity {
  const { family, address } = wallet
  if (family === 'ton') return { family, network: wallet.network, address }
  const { chainId } = wallet
  return { family, network: chainId === null ? 'eip155' : evmNetwork(chainId), address }
}

/** Chain id of an EVM network column; null for a key's account, which is on every chain. */
export function findChainId(network: string): number | null {
  const [, chainId] = network.split(':')
  return chainId === undefined ? null : Number(chainId)
}

type AccountColumns = Pick<Schema['attempts'], 'family' | 'account_network' | 'account_address'>

export function accountColumns(account: AttemptAccount) {
  const network = account.family === 'ton' ? account.network : evmNetwork(account.chainId)
  return { account_network: network, account_address: account.address }
}

export function toAccount({
  family,
  account_network: network,
  account_address: address,
}: AccountColumns): AttemptAccount | null {
  if (network === null || address === null) return null
  return family === 'ton'
    ? { family, network: v.parse(TonNetworkSchema, network), address }
    : { family, chainId: v.parse(ChainIdSchema, findChainId(network)), address }
}

export function walletLock({ family, network, address }: WalletIdentity): LockName {
  return `wallet:${family}:${network}:${address}`
}
