import * as v from 'valibot'
import { createEvmChains } from '#server/chains/evm.ts'
import type { EvmChains } from '#server/verify/evm-chain.ts'

const RpcRequestSchema = v.object({ id: v.number(), method: v.string(), params: v.unknown() })
const RpcBodySchema = v.union([RpcRequestSchema, v.array(RpcRequestSchema)])
type RpcRequest = v.InferOutput<typeof RpcRequestSchema>

/** Ethereum and Base behind a fake JSON-RPC endpoint: no address there holds code. */
export function createEmptyEvmChains(): EvmChains {
  const chains = [1, 8453].map((id) => ({ id, rpcUrls: [`https://${id}.rpc.example`] as const }))
  return createEvmChains({ chains, fetch: answerRpc })
}

const answerRpc: typeof fetch = async (...request) => {
  const { url, text } = readRequest(request)
  const body = v.parse(RpcBodySchema, JSON.parse(text))
  const chainId = Number(new URL(url).hostname.split('.')[0])
  const answer = Array.isArray(body)
    ? body.map((request) => answerCall(request, chainId))
    : answerCall(body, chainId)
  return Response.json(answer)
}

function readRequest([input, init]: Parameters<typeof fetch>): { url: string; text: string } {
  if (typeof init?.body !== 'string') throw new Error('the fake chain reads text only')
  return { url: input instanceof Request ? input.url : input.toString(), text: init.body }
}

function answerCall({ id, method }: RpcRequest, chainId: number) {
  const results: Record<string, string> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getCode: '0x',
    eth_call: '0x',
  }
  const result = results[method]
  if (result === undefined) throw new Error(`the fake chain does not answer ${method}`)
  return { jsonrpc: '2.0', id, result }
}
