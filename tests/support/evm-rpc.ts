import type { SignatureVerdict } from '#proof/chain.ts'
import proxy from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json' with { type: 'json' }
import * as v from 'valibot'
import { encodeAbiParameters, getAddress, pad, zeroAddress } from 'viem'
import { createEvmChains } from '#server/chains/evm.ts'
import { createSafeService } from '#server/chains/safe-service.ts'
import type { ReadSafe } from '#server/chains/read-multisig.ts'

const RpcRequestSchema = v.object({ id: v.number(), method: v.string(), params: v.unknown() })
const RpcBodySchema = v.union([RpcRequestSchema, v.array(RpcRequestSchema)])
type RpcRequest = v.InferOutput<typeof RpcRequestSchema>

/** `[address, block]` of code, `[address, slot, block]` of storage. */
const PlaceSchema = v.tupleWithRest([v.string(), v.string()], v.string())
const CallSchema = v.tupleWithRest(
  [v.object({ to: v.optional(v.string()), data: v.string() })],
  v.string(),
)

/** The names of the chains in Safe's service. */
const CHAINS = { 1: 'eth', 8453: 'base' } as const

/** Ethereum and Base with the Safes that a test sets, and the service that lists Safes by their owners. */
export type FakeEvmWorld = ReturnType<typeof createEvmWorld>

/** The chains answer through a fake JSON-RPC endpoint, the service through its HTTP API. */
export function createEvmWorld() {
  const safes = new Map<string, Standing>()
  const silent = new Set<number>()
  let isListing = true

  const answerRpc: typeof fetch = async (...request) => {
    const { url, text } = readRequest(request)
    const body = v.parse(RpcBodySchema, JSON.parse(text))
    const chainId = Number(new URL(url).hostname.split('.')[0])
    if (silent.has(chainId)) throw new TypeError('Failed to fetch')
    const find = (address: string) => safes.get(getKey(chainId, address))
    const answer = Array.isArray(body)
      ? body.map((call) => answerCall(call, chainId, find))
      : answerCall(body, chainId, find)
    return Response.json(answer)
  }

  const answerList: typeof fetch = async (input) => {
    if (!isListing) return new Response(null, { status: 404 })
    const url = input instanceof Request ? input.url : input.toString()
    const [, chain, owner = ''] = /\/(\w+)\/api\/v2\/owners\/(\w+)\/safes\//u.exec(url) ?? []
    const owned = [...safes.values()]
      .map(({ safe }) => safe)
      .filter(({ chainId, owners }) => nameOf(chainId) === chain && owners.includes(owner))
    return Response.json({ next: null, results: owned.map(({ address }) => ({ address })) })
  }

  return {
    chains: createEvmChains({
      chains: Object.keys(CHAINS).map((id) => ({
        id: Number(id),
        rpcUrls: [`https://${id}.rpc.example`],
      })),
      fetch: answerRpc,
    }),
    safeService: createSafeService({
      apiUrl: 'https://safe.example',
      apiKey: null,
      fetch: answerList,
      now: () => 0,
    }),
    /** @param verdict the Safe's verdict on its owners' signatures */
    setSafe: (safe: ReadSafe, verdict: SignatureVerdict = 'accepted') =>
      void safes.set(getKey(safe.chainId, safe.address), { safe, verdict }),
    setReachable(chainId: number, isReachable: boolean): void {
      if (isReachable) silent.delete(chainId)
      else silent.add(chainId)
    },
    /** Whether the service lists Safes. */
    setListing: (listing: boolean) => void (isListing = listing),
    /** All chains answer, and Safes are listed. */
    reset(): void {
      silent.clear()
      isListing = true
    },
  }
}

/** Chains on which no address holds code. */
export const createEmptyEvmChains = () => createEvmWorld().chains

type Standing = { safe: ReadSafe; verdict: SignatureVerdict }
type Find = (address: string) => Standing | undefined

const getKey = (chainId: number, address: string) => `${chainId}:${address.toLowerCase()}`
const nameOf = (chainId: number) => new Map(Object.entries(CHAINS)).get(String(chainId))

function readRequest([input, init]: Parameters<typeof fetch>): { url: string; text: string } {
  if (typeof init?.body !== 'string') throw new Error('the fake chain reads text only')
  return { url: input instanceof Request ? input.url : input.toString(), text: init.body }
}

function answerCall({ id, method, params }: RpcRequest, chainId: number, find: Find) {
  return { jsonrpc: '2.0', id, result: getResult(method, params, { chainId, find }) }
}

type FakeNode = { chainId: number; find: Find }

/** The block at which everything is read. */
const FAKE_BLOCK = { number: 4_711, hash: `0x${'b1'.repeat(32)}` } as const

function getResult(method: string, params: unknown, { chainId, find }: FakeNode): unknown {
  if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
  if (method === 'eth_getBlockByNumber')
    return { ...FAKE_BLOCK, number: `0x${FAKE_BLOCK.number.toString(16)}` }
  if (method === 'eth_call') {
    const [{ to, data }] = v.parse(CallSchema, params)
    return to === undefined ? probe(data, find) : view(data, find(to)?.safe)
  }
  const [address, slot] = v.parse(PlaceSchema, params)
  const safe = find(address)?.safe
  if (method === 'eth_getCode') return safe ? proxy.deployedBytecode : '0x'
  if (method === 'eth_getStorageAt') return stored(slot, safe)
  throw new Error(`the fake chain does not answer ${method}`)
}

/** Where Safe 1.4.1 and its handler for messages were published. */
const SINGLETON = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
const HANDLER = '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99'
/** The start of its slot. */
const GUARD_SLOT = '0x4a204f62'
const HANDLER_SLOT = '0x6c9a6c4a'

function stored(slot: string, safe: ReadSafe | undefined): string {
  const address =
    safe &&
    {
      '0x0': SINGLETON,
      [GUARD_SLOT]: safe.guard,
      [HANDLER_SLOT]: safe.canSign ? HANDLER : null,
    }[slot.slice(0, GUARD_SLOT.length)]
  return pad(getAddress(address ?? zeroAddress))
}

/** Returns the result of a function of the Safe, by its selector. */
function view(data: string, safe: ReadSafe | undefined): string {
  if (safe === undefined) return '0x'
  const [owners, modules] = [safe.owners, safe.modules].map((list) =>
    list.map((each) => getAddress(each)),
  )
  const lists = [{ type: 'address[]' }, { type: 'address' }] as const
  const answers: Record<string, () => string> = {
    '0xffa1ad74': () => encodeAbiParameters([{ type: 'string' }], [safe.version]),
    '0xa0e67e2b': () => encodeAbiParameters([{ type: 'address[]' }], [owners ?? []]),
    '0xe75235b8': () => encodeAbiParameters([{ type: 'uint256' }], [BigInt(safe.threshold)]),
    '0xcc2f8452': () => encodeAbiParameters(lists, [modules ?? [], zeroAddress]),
  }
  return answers[data.slice(0, '0xffa1ad74'.length)]?.() ?? '0x'
}

/** ERC-1271 called from init code. Returns whether the call succeeded, the size of its data, and the first word. */
function probe(data: string, find: Find): string {
  const [, address = ''] = /73([\da-f]{40})63[\da-f]{8}fa/iu.exec(data) ?? []
  const standing = find(`0x${address}`)
  if (standing === undefined) return '0x'
  const word = standing.verdict === 'accepted' ? '1626ba7e' : ''
  return `0x${'1'.padStart(64, '0')}${'20'.padStart(64, '0')}${word.padEnd(64, '0')}`
}
