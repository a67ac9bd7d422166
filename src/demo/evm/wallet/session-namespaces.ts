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
const OTHER_CHAIN = 100

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

/** The namespaces that the wallet grants; null where wallet and app have no common chain. */
export function grantNamespaces(
  asked: RequestedNamespaces,
  account: DemoEvmAccount,
  behaviour: ConnectBehaviour,
): GrantedNamespaces | null {
  const common = askedChainIds(asked).filter((id) => account.chainIds.includes(id))
  const ids = behaviour === 'other-chain' ? [OTHER_CHAIN] : common
  if (ids.length === 0) return null
  return {
    eip155: {
      chains: ids.map((id) => `eip155:${id}`),
      accounts: ids.map((id) => `eip155:${id}:${account.address}`),
      methods: grantedMethods(behaviour),
      events: ['accountsChanged', 'chainChanged'],
    },
  }
}

function grantedMethods(behaviour: ConnectBehaviour): string[] {
  if (behaviour === 'without-signing') return ['eth_sendTransaction']
  if (behaviour === 'texts-only') return ['personal_sign']
  return ['personal_sign', 'eth_signTypedData_v4']
}
