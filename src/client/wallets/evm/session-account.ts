import * as v from 'valibot'
import { WalletAppSchema } from '#shared/attempt.ts'
import { EvmAccountSchema, type EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { WalletApp } from '../wallet-connector.ts'

/** Signatures that we request: of a text, and, from one owner of a Safe, of its EIP-712 `SafeMessage`. */
export const SIGNING_METHODS = ['personal_sign', 'eth_signTypedData_v4'] as const

type Namespaces = Readonly<Record<string, { accounts: string[]; methods: string[] }>>

type ChosenAccount = { ok: true; account: EvmAccount } | { ok: false; code: ProblemCode }

/**
 * The account of a session to prove: the first one on the chain that the operator prefers among
 * those that the wallet offers. A Safe offers only its own chain.
 *
 * @param chains chain ids, the preferred first
 */
export function sessionAccount(namespaces: Namespaces, chains: readonly number[]): ChosenAccount {
  const accounts = evmNamespaces(namespaces).flatMap((space) => space.accounts.flatMap(getAccount))
  for (const chainId of chains) {
    const account = accounts.find((each) => each.chainId === chainId)
    if (account !== undefined) return { ok: true, account }
  }
  return { ok: false, code: 'evm-chain-unsupported' }
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
