import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  type Address,
  BaseError,
  checksumAddress,
  HttpRequestError,
  isAddress,
  isHex,
  zeroAddress,
} from 'viem'
import * as v from 'valibot'
import type { Anvil } from './anvil.ts'
import { SAFE_CHAIN_NAMES, type SafeServiceFault } from './demo-network.ts'
import { type IndexedSafe, type SafeIndex, createSafeIndex } from './safe-index.ts'
import {
  type SafeMessage,
  type SafeMessages,
  createSafeMessages,
  preparedSignature,
} from './safe-messages.ts'

/** A stand-in for the Safe Transaction Service. */
export type DemoSafeService = {
  /** To be mounted where `SAFE_API_URL` points. */
  routes: Hono
  setFault(fault: SafeServiceFault): void
  /** The number of requests so far, including those refused for a fault. */
  asked(): number
}

type SafeServiceOptions = {
  chains: readonly Pick<Anvil, 'url' | 'chainId'>[]
  /** Required bearer token; null for none. @default null */
  apiKey?: string | null
  /** Unix time in milliseconds. */
  now: () => number
  sleep: (milliseconds: number) => Promise<void>
}

/** The wait that a busy service requests, in seconds. */
const BUSY_S = 2
/** The response time of a slow one, in milliseconds: longer than a client should wait. */
const SLOW_MS = 20_000

/**
 * The part of the Safe Transaction Service's HTTP API about owners and messages. Owners always come from the chain.
 *
 * @see https://github.com/safe-global/safe-transaction-service (safe_messages/, history/serializers.py)
 */
export function createSafeService(options: SafeServiceOptions): DemoSafeService {
  const { chains, now } = options
  const state: { fault: SafeServiceFault; asked: number } = { fault: 'none', asked: 0 }
  const routes = new Hono()
  routes.use(
    createMiddleware(async (c, next) => {
      state.asked += 1
      if (state.fault === 'slow') await options.sleep(SLOW_MS)
      const refusal = refuse(c, state.fault, options.apiKey ?? null)
      if (refusal === null) await next()
      return refusal ?? undefined
    }),
  )
  for (const chain of chains) {
    const name = SAFE_CHAIN_NAMES[chain.chainId] ?? String(chain.chainId)
    const index = createSafeIndex(chain)
    routes.route(`/${name}/api`, createOwnersRoutes(index))
    routes.route(`/${name}/api/v1`, createMessagesRoutes(index, createSafeMessages(index, now)))
  }
  routes.all('*', (c) => notFound(c))
  routes.onError((error, c) => {
    if (!isChainAway(error)) throw error
    return badGateway(c)
  })
  return {
    routes,
    setFault: (fault) => void (state.fault = fault),
    asked: () => state.asked,
  }
}

/** The error answer for a fault or a wrong key; null where there is none. */
function refuse(c: Context, fault: SafeServiceFault, apiKey: string | null): Response | null {
  if (fault === 'down') return badGateway(c)
  if (fault === 'busy')
    return c.json({ detail: 'Request was throttled.' }, 429, { 'retry-after': String(BUSY_S) })
  if (apiKey !== null && c.req.header('authorization') !== `Bearer ${apiKey}`)
    return c.json({ detail: 'Invalid API key.' }, 401)
  return null
}

function badGateway(c: Context) {
  return c.html('<h1>502 Bad Gateway</h1>', 502)
}

/** A world that closes ends its chains while requests may be in flight. */
function isChainAway(error: Error): boolean {
  return (
    error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError) !== null
  )
}

function createOwnersRoutes(index: SafeIndex): Hono {
  const routes = new Hono()
  routes.get('/v1/owners/:address/safes/', async (c) => {
    const address = c.req.param('address')
    if (!isChecksummed(address)) return badChecksum(c, address)
    const safes = await index.ownedBy(address)
    return c.json({ safes: safes.map((safe) => safe.address) })
  })
  routes.get('/v2/owners/:address/safes/', async (c) => {
    const address = c.req.param('address')
    if (!isChecksummed(address)) return badChecksum(c, address)
    return c.json(onePage((await index.ownedBy(address)).map(describeLastStatus)))
  })
  routes.get('/v1/safes/:address/', async (c) => {
    const address = c.req.param('address')
    if (!isChecksummed(address)) return badChecksum(c, address)
    const safe = await index.find(address)
    return safe === null ? notFound(c) : c.json(describeSafe(safe))
  })
  return routes
}

const NewMessageSchema = v.object({
  message: v.string(),
  signature: v.custom<`0x${string}`>((value) => isHex(value)),
})
const SignatureSchema = v.pick(NewMessageSchema, ['signature'])

function createMessagesRoutes(index: SafeIndex, messages: SafeMessages): Hono {
  const routes = new Hono()
  routes.get('/safes/:address/messages/', (c) => {
    const address = c.req.param('address')
    if (!isChecksummed(address)) return badChecksum(c, address)
    return c.json(onePage(messages.of(address).map(describeMessage)))
  })
  routes.post('/safes/:address/messages/', async (c) => {
    const address = c.req.param('address')
    if (!isChecksummed(address)) return badChecksum(c, address)
    const body = v.safeParse(NewMessageSchema, await c.req.json().catch(() => null))
    if (!body.success) return badRequest(c, 'Provided value is not a valid message')
    if ((await index.find(address)) === null) return notFound(c)
    const proposed = await messages.propose(address, body.output.message, body.output.signature)
    return 'refused' in proposed ? badRequest(c, proposed.refused) : c.body(null, 201)
  })
  routes.get('/messages/:hash/', (c) => {
    const message = messages.find(c.req.param('hash'))
    return message === undefined ? notFound(c) : c.json(describeMessage(message))
  })
  routes.post('/messages/:hash/signatures/', async (c) => {
    const message = messages.find(c.req.param('hash'))
    if (message === undefined) return notFound(c)
    const body = v.safeParse(SignatureSchema, await c.req.json().catch(() => null))
    if (!body.success) return badRequest(c, 'Ensure this value is a signature')
    const confirmed = await messages.confirm(message, body.output.signature)
    return 'refused' in confirmed ? badRequest(c, confirmed.refused) : c.body(null, 201)
  })
  return routes
}

function describeSafe(safe: IndexedSafe) {
  return { ...safe, nonce: String(safe.nonce), moduleGuard: zeroAddress }
}

function describeLastStatus(safe: IndexedSafe) {
  const { address, owners, threshold, nonce, masterCopy, fallbackHandler, guard, modules } = safe
  return {
    address,
    owners,
    threshold,
    nonce,
    masterCopy,
    fallbackHandler,
    guard: guard === zeroAddress ? null : guard,
    moduleGuard: null,
    enabledModules: modules,
  }
}

function describeMessage(message: SafeMessage) {
  const [first] = message.confirmations
  return {
    created: time(message.createdAt),
    modified: time(message.confirmations.at(-1)?.at ?? message.createdAt),
    safe: message.safe,
    messageHash: message.hash,
    message: message.text,
    proposedBy: first?.owner ?? null,
    safeAppId: null,
    confirmations: message.confirmations.map(({ owner, signature, at }) => ({
      created: time(at),
      modified: time(at),
      owner,
      signature,
      signatureType: 'EOA',
    })),
    preparedSignature: preparedSignature(message),
    origin: '{}',
  }
}

/** The service refuses addresses in lower case. */
function isChecksummed(text: string): text is Address {
  return isAddress(text) && checksumAddress(text) === text
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function onePage<Result>(results: readonly Result[]) {
  return { count: results.length, next: null, previous: null, results }
}

function notFound(c: Context): Response {
  return c.json({ detail: 'Not found.' }, 404)
}

function badRequest(c: Context, reason: string): Response {
  return c.json({ nonFieldErrors: [reason] }, 400)
}

function badChecksum(c: Context, address: string): Response {
  const body = { code: 1, message: 'Checksum address validation failed', arguments: [address] }
  return c.json(body, 422)
}
