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

const TagSchema = v.union([
  v.literal('latest'),
  v.object({ blockHash: v.string(), requireCanonical: v.literal(true) }),
])
const CodeSchema = v.tuple([v.string(), TagSchema])
const StorageSchema = v.tuple([v.string(), v.string(), TagSchema])
const CallSchema = v.tuple([v.object({ to: v.optional(v.string()), data: v.string() }), TagSchema])

/** The names of the chains in Safe's service. */
const CHAINS = { 1: 'eth', 8453: 'base' } as const

/** Ethereum and Base with the Safes that a test sets, and the service that lists Safes by their owners. */
export type FakeEvmWorld = ReturnType<typeof createEvmWorld>

/** The chains answer through a fake JSON-RPC endpoint, the service through its HTTP API. */
export function createEvmWorld() {
  const blocks = new Map(Object.keys(CHAINS).map((id) => [Number(id), [GENESIS]]))
  const silent = new Set<number>()
  let isListing = true

  const answerRpc: typeof fetch = async (...request) => {
    const { url, text } = readRequest(request)
    const body = v.parse(RpcBodySchema, JSON.parse(text))
    const chainId = Number(new URL(url).hostname.split('.')[0])
    if (silent.has(chainId)) throw new TypeError('Failed to fetch')
    const node = { chainId, blocks: blocks.get(chainId) ?? [GENESIS] }
    const answer = Array.isArray(body)
      ? body.map((call) => answerCall(call, node))
      : answerCall(body, node)
    return Response.json(answer)
  }

  const answerList: typeof fetch = async (input) => {
    if (!isListing) return new Response(null, { status: 404 })
    const url = input instanceof Request ? input.url : input.toString()
    const [, chain, owner = ''] = /\/(\w+)\/api\/v2\/owners\/(\w+)\/safes\//u.exec(url) ?? []
    const owned = [...blocks.values()]
      .flatMap((ofChain) => Array.from(getHead(ofChain).safes.values(), ({ safe }) => safe))
      .filter(({ chainId, owners }) => nameOf(chainId) === chain && owners.includes(owner))
    return Response.json({ next: null, results: owned.map(({ address }) => ({ address })) })
  }

  return {
    /** Of the endpoints `https://<id>.rpc.example`. */
    fetch: answerRpc,
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
    /**
     * As of the next block of its chain.
     *
     * @param verdict the Safe's verdict on its owners' signatures
     */
    setSafe(safe: ReadSafe, verdict: SignatureVerdict = 'accepted'): void {
      const ofChain = blocks.get(safe.chainId) ?? [GENESIS]
      const standing: [string, Standing] = [safe.address.toLowerCase(), { safe, verdict }]
      blocks.set(safe.chainId, [...ofChain, toNext(getHead(ofChain), standing)])
    },
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

/** A block, and the Safes as of it, by address. */
type FakeBlock = { number: number; hash: string; safes: ReadonlyMap<string, Standing> }

const GENESIS = toBlock(4_711, new Map())

function toBlock(number: number, safes: FakeBlock['safes']): FakeBlock {
  return { number, hash: `0x${number.toString(16).padStart(64, 'b')}`, safes }
}

function toNext({ number, safes }: FakeBlock, standing: [string, Standing]): FakeBlock {
  return toBlock(number + 1, new Map([...safes, standing]))
}

const getHead = (blocks: readonly FakeBlock[]) => blocks.at(-1) ?? GENESIS
const nameOf = (chainId: number) => new Map(Object.entries(CHAINS)).get(String(chainId))

function readRequest([input, init]: Parameters<typeof fetch>): { url: string; text: string } {
  if (typeof init?.body !== 'string') throw new Error('the fake chain reads text only')
  return { url: input instanceof Request ? input.url : input.toString(), text: init.body }
}

type FakeNode = { chainId: number; blocks: readonly FakeBlock[] }

function answerCall({ id, method, params }: RpcRequest, node: FakeNode) {
  const result = getMethod(method)(params, node)
  const outcome = result === undefined ? { error: NO_SUCH_BLOCK } : { result }
  return { jsonrpc: '2.0', id, ...outcome }
}

const NO_SUCH_BLOCK = { code: -32_000, message: 'header not found' }

/** Returns undefined at a block that the chain does not have. */
type RpcMethod = (params: unknown, node: FakeNode) => unknown

const METHODS: Readonly<Record<string, RpcMethod>> = {
  eth_chainId: (_, { chainId }) => `0x${chainId.toString(16)}`,
  eth_getBlockByNumber: (_, { blocks }) => viewBlock(getHead(blocks)),
  eth_getBlockByHash(params, { blocks }) {
    const [hash] = v.parse(v.tuple([v.string(), v.literal(false)]), params)
    const block = blocks.find((one) => one.hash === hash)
    return block ? viewBlock(block) : null
  },
  eth_call(params, node) {
    const [{ to, data }, tag] = v.parse(CallSchema, params)
    const find = findAt(tag, node)
    return find && (to === undefined ? probe(data, find) : view(data, find(to)?.safe))
  },
  eth_getCode(params, node) {
    const [address, tag] = v.parse(CodeSchema, params)
    const find = findAt(tag, node)
    return find && (find(address) ? proxy.deployedBytecode : '0x')
  },
  eth_getStorageAt(params, node) {
    const [address, slot, tag] = v.parse(StorageSchema, params)
    const find = findAt(tag, node)
    return find && stored(slot, find(address)?.safe)
  },
}

function getMethod(name: string): RpcMethod {
  const method = METHODS[name]
  if (!method) throw new Error(`the fake chain does not answer ${name}`)
  return method
}

function viewBlock({ number, hash }: FakeBlock) {
  return { number: `0x${number.toString(16)}`, hash }
}

/** What is at the addresses at a block; undefined where the chain does not have it. */
function findAt(tag: v.InferOutput<typeof TagSchema>, { blocks }: FakeNode): Find | undefined {
  const block =
    tag === 'latest' ? getHead(blocks) : blocks.find(({ hash }) => hash === tag.blockHash)
  return block && ((address) => block.safes.get(address.toLowerCase()))
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
