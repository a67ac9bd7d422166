import type { DemoEvmAccount } from './accounts.ts'
import type { ConnectBehaviour } from './behaviour.ts'

/** An app's request to a wallet, by namespace (`eip155`) or chain (`eip155:1`). */
type AskedNamespaces = Record<string, { chains?: string[] | undefined }>

export type RequestedNamespaces = {
  requiredNamespaces: AskedNamespaces
  optionalNamespaces: AskedNamespaces
}

export type GrantedNamespaces = {
  eip155: { chains: string[]; accounts: string[]; methods: string[]; events: string[] }
}

const CHAIN = /^eip155:([1-9]\d{0,15})$/
/** A chain that no app here uses: Gnosis Chain. */
export const OTHER_CHAIN = 100
const EVENTS = ['accountsChanged', 'chainChanged']

/** Ids of the chains that an app requests, in its order. */
export function askedChainIds({
  requiredNamespaces,
  optionalNamespaces,
}: RequestedNamespaces): number[] {
  const asked = [requiredNamespaces, optionalNamespaces]
  const keys = asked.flatMap((namespaces) => Object.keys(namespaces))
  const lists = asked.flatMap((namespaces) => Object.values(namespaces))
  const chains = [...keys, ...lists.flatMap(({ chains }) => chains ?? [])]
  const ids = chains.flatMap((chain) => CHAIN.exec(chain)?.[1] ?? []).map(Number)
  return [...new Set(ids)]
}

/**
 * The namespaces that the wallet grants; null where wallet and app have no common chain.
 *
 * @param accounts at least one; the first decides about the chains
 */
export function grantNamespaces(
  asked: RequestedNamespaces,
  accounts: readonly [DemoEvmAccount, ...DemoEvmAccount[]],
  behaviour: ConnectBehaviour,
): GrantedNamespaces | null {
  const common = askedChainIds(asked).filter((id) => accounts[0].chainIds.includes(id))
  const ids = behaviour === 'other-chain' ? [OTHER_CHAIN] : common
  if (ids.length === 0) return null
  const addresses = accounts.map(({ address }) => address)
  return namespacesOf(ids, addresses, grantedMethods(behaviour))
}

type SessionNamespaces = Readonly<Record<string, { accounts: string[]; methods: string[] }>>

/** Ids of the chains that a session is on. */
export function sessionChainIds({ eip155 }: SessionNamespaces): number[] {
  return [...new Set(eip155?.accounts.map((account) => Number(account.split(':')[1])))]
}

/** The same accounts on one other chain, as in a wallet that is on one chain at a time. */
export function switchedNamespaces(
  { eip155 }: SessionNamespaces,
  chainId: number,
): GrantedNamespaces {
  const addresses = eip155?.accounts.map((account) => account.split(':')[2] ?? '')
  return namespacesOf([chainId], [...new Set(addresses)], eip155?.methods ?? [])
}

function namespacesOf(
  chainIds: readonly number[],
  addresses: readonly string[],
  methods: readonly string[],
): GrantedNamespaces {
  return {
    eip155: {
      chains: chainIds.map((id) => `eip155:${id}`),
      accounts: chainIds.flatMap((id) => addresses.map((address) => `eip155:${id}:${address}`)),
      methods: [...methods],
      events: EVENTS,
    },
  }
}

function grantedMethods(behaviour: ConnectBehaviour): string[] {
  if (behaviour === 'without-signing') return ['eth_sendTransaction']
  if (behaviour === 'texts-only') return ['personal_sign']
  return ['personal_sign', 'eth_signTypedData_v4']
}
