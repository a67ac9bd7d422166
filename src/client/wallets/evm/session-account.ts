import * as v from 'valibot'
import { WalletAppSchema } from '#shared/attempt.ts'
import { EvmAccountSchema, type EvmAccount } from '#shared/evm-account.ts'
import type { WalletApp } from '../wallet-connector.ts'

/** Signatures that we request: of a text, and, from one owner of a Safe, of its EIP-712 `SafeMessage`. */
export const SIGNING_METHODS = ['personal_sign', 'eth_signTypedData_v4'] as const

type Namespaces = Readonly<Record<string, { accounts: string[]; methods: string[] }>>

/** All accounts that a session offers, in the wallet's order. */
export function sessionAccounts(namespaces: Namespaces): EvmAccount[] {
  return evmNamespaces(namespaces).flatMap(({ accounts }) => accounts.flatMap(getAccount))
}

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

/** The signatures that the wallet allows us to request. */
export function signingMethods(namespaces: Namespaces): SigningMethod[] {
  const spaces = evmNamespaces(namespaces)
  return SIGNING_METHODS.filter((method) => spaces.some(({ methods }) => methods.includes(method)))
}

/** A namespace is `eip155`, or stands for one chain as in `eip155:1` (CAIP-25). */
function evmNamespaces(namespaces: Namespaces) {
  return Object.entries(namespaces)
    .filter(([key]) => /^eip155(?::\d+)?$/.test(key))
    .map(([, namespace]) => namespace)
}

/** Reads CAIP-10, `eip155:1:0x…`. */
function getAccount(text: string): EvmAccount[] {
  const [, chain, address] = /^eip155:(\d{1,15}):(0x[\da-f]{40})$/i.exec(text) ?? []
  const parsed = v.safeParse(EvmAccountSchema, { address, chainId: Number(chain) })
  return parsed.success ? [parsed.output] : []
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
