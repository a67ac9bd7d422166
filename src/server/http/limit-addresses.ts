import { LRUCache } from 'lru-cache'
import type { Rate } from '../store/database/rate-limits.ts'
import { credentials, hashToken } from './admission.ts'
import type { HttpDeps } from './http-deps.ts'
import type { HttpContext } from './http-env.ts'
import type { Middleware } from './route.ts'
import { sharedProblem } from './shared-problem.ts'

/** What a request of prepared bytes costs is 1. A call that reads a body or the database costs as much as 50 of them. */
const CALL_COST = 50
/** How much one address may cost: 10 calls a second and 120 at once, or as many files as a few dozen first visits need. */
const ADDRESS_RATE: Rate = { perSecond: 500, burst: 6_000 }
/** How much all clients whose own address is not known may cost together. */
const SHARED_RATE: Rate = { perSecond: 2_000, burst: 24_000 }

/** Credentials that were verified within this time count under the name of their owner, in milliseconds. */
const VERIFIED_MS = 60_000
const MAX_VERIFIED = 10_000

const CALLS = /^\/(?:api|v1|proofs|login|exports|\.well-known)\//u
const NOT_FOUND = 404
const SECOND_MS = 1_000

type Deps = Pick<HttpDeps, 'addressRates' | 'findCaller' | 'now' | 'log'>

/**
 * One limit in front of every route. It counts before anything else happens, by address, whatever credentials the
 * request brings. Once a route has verified them, later requests with them count under the name of their owner
 * ({@link HttpEnv.Variables.owner}), so members behind one address do not hold each other up.
 */
export function limitAddresses({ addressRates, findCaller, now, log }: Deps): Middleware {
  const owners = new LRUCache<string, string>({ max: MAX_VERIFIED, ttl: VERIFIED_MS })
  let isWarned = false

  function identify(hash: string | undefined, c: HttpContext): Counted {
    const owner = hash === undefined ? undefined : owners.get(hash)
    if (owner !== undefined) return { subject: owner, rate: ADDRESS_RATE }
    const { address, isShared } = findCaller(c)
    return { subject: `address:${address}`, rate: isShared ? SHARED_RATE : ADDRESS_RATE }
  }

  return async (c, next) => {
    const hash = hashCredentials(c)
    const { subject, rate } = identify(hash, c)
    const take = (cost: number) => addressRates.consume(subject, weigh(rate, cost), now())

    const taken = await take(CALLS.test(c.req.path) ? CALL_COST : 1)
    if (!taken.taken) {
      if (rate === SHARED_RATE && !isWarned) log.warn(UNKNOWN_ADDRESSES)
      isWarned ||= rate === SHARED_RATE
      return sharedProblem('rate-limited', c, Math.ceil(taken.retryAfterMs / SECOND_MS))
    }
    await next()
    const owner = c.get('owner')
    if (hash !== undefined && owner !== undefined) owners.set(hash, owner)
    // Other builds' folders may have been searched for it.
    if (c.res.status === NOT_FOUND) await take(CALL_COST)
    return undefined
  }
}

type Counted = { subject: string; rate: Rate }

/** Of its bearer token or API key; undefined where there is none. */
function hashCredentials(c: HttpContext): string | undefined {
  const token = credentials('Bearer', c.req.header('authorization'))
  return token === undefined ? undefined : Buffer.from(hashToken(token)).toString('base64')
}

const UNKNOWN_ADDRESSES =
  'clients whose address is not known have used up the rate that they share: see "Proxies" in docs/running.md'

/** The same rate for requests that cost more: the time in which it recovers stays as it is. */
function weigh({ perSecond, burst }: Rate, cost: number): Rate {
  return { perSecond: perSecond / cost, burst: burst / cost }
}
