import * as v from 'valibot'
import { WalletAppSchema } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { WalletApp } from '../wallet-connector.ts'

/** Signatures that we request: of a text, and, from one owner of a Safe, of its EIP-712 `SafeMessage`. */
export const SIGNING_METHODS = ['personal_sign', 'eth_signTypedData_v4'] as const

/**
 * The accounts of a session that can be proven, each address once, in the wallet's order; on the chain that the operator
 * prefers among those that the wallet offers it on. A Safe offers only its own chain.
 *
 * @param chains chain ids, the preferred first
 * @param wanted addresses; none for any. Of several accounts, only the first wanted one is left, or the first of all.
 */
export function findCandidates(
  accounts: readonly EvmAccount[],
  chains: readonly number[],
  wanted: readonly string[] = [],
): EvmAccount[] {
  const offered = chains.flatMap((chainId) => accounts.filter((each) => each.chainId === chainId))
  if (wanted.length === 0) return eachOnce(accounts, offered)
  const fitting = offered.find(({ address }) => hasAddress(wanted, address))
  return (fitting === undefined ? offered : [fitting]).slice(0, 1)
}

/** @param accounts sets the order of the addresses @param offered the best of each address first */
function eachOnce(accounts: readonly EvmAccount[], offered: readonly EvmAccount[]): EvmAccount[] {
  const best = accounts.flatMap(
    ({ address }) => offered.find((each) => isSame(each.address, address)) ?? [],
  )
  return [...new Set(best)]
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Some wallets write their addresses without a checksum. */
function hasAddress(addresses: readonly string[], address: string): boolean {
  return addresses.some((each) => isSame(each, address))
}

/**
 * The wallet app by its own name, without what our records cannot hold, such as an emoji before it.
 *
 * @param fallback the wallet that was opened, if it is known
 */
export function getWalletApp(name: string, fallback: WalletApp | null): WalletApp {
  const plain = name.replace(/[^\w .()+-]/g, '').trim()
  if (v.is(WalletAppSchema, plain)) return { appName: fallback?.appName ?? plain, name: plain }
  return fallback ?? { appName: 'walletconnect', name: 'WalletConnect' }
}

export type SigningMethod = (typeof SIGNING_METHODS)[number]
