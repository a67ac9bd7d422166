import type { EvmChains, EvmCode } from '#server/verify/evm-chain.ts'
import { type AskChain, createChain } from './evm/create-chain.ts'
import type { RpcUrls } from './evm/public-endpoints.ts'
import { probeCode, readProbe } from './evm/signature-probe.ts'

export type EvmChainsOptions = {
  /** The preferred first. */
  chains: readonly { id: number; rpcUrls: RpcUrls }[]
  fetch: typeof globalThis.fetch
  /** How long one question may take, in milliseconds, with all endpoints of its chain. @default 5000 */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 5_000

/** The EVM chains as their JSON-RPC endpoints show them. Anything but a well-formed answer is `unreachable`. */
export function createEvmChains({
  chains,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: EvmChainsOptions): EvmChains {
  const asks: ReadonlyMap<number, AskChain> = new Map(
    chains.map((chain) => [chain.id, createChain({ ...chain, fetch, timeoutMs })]),
  )
  return {
    ids: chains.map(({ id }) => id),
    async codeAt(chainId, address) {
      const call = { method: 'eth_getCode', params: [address, 'latest'] } as const
      return (await asks.get(chainId)?.(call, readCode)) ?? 'unreachable'
    },
    async isValidSignature(chainId, question) {
      const call = {
        method: 'eth_call',
        params: [{ data: probeCode(question) }, 'latest'],
      } as const
      return (await asks.get(chainId)?.(call, readProbe)) ?? 'unreachable'
    },
  }
}

/** EIP-7702: the mark, and the address of the contract whose code is lent. No contract can begin so (EIP-3541). */
const DELEGATION = /^0xef0100[\da-f]{40}$/i

function readCode(code: string): EvmCode | null {
  if (code === '0x') return 'none'
  if (DELEGATION.test(code)) return 'eip7702'
  return code.length % 2 === 0 ? 'contract' : null
}
