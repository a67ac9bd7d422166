import * as v from 'valibot'
import { parseEvmAddress } from '#server/verify/evm-address.ts'
import type { Unreachable } from '#server/verify/evm-chain.ts'
import type { GatheredSignatures, SafeService } from '../multisig/safe-service.ts'
import { cacheAnswers } from '../cache/cache-answers.ts'
import {
  createServiceLine,
  type ServiceLine,
  type ServiceLineOptions,
} from './safe-service/service-line.ts'
import { SERVICE_NAMES } from './safe-service/service-names.ts'

/** Safes of one key on one chain that are read. A member with more enters an address. */
const PAGE = 100
const MAX = 200
/** How long a list of Safes is cached, in milliseconds. */
const LIST_TTL_MS = 3 * 60 * 1_000
/** How many lists are cached. */
const LISTS = 1_000
/** The most owners that a Safe may have here. */
const MAX_CONFIRMATIONS = 100
/** A signature by a key, in hex. */
const KEY_SIGNATURE = /^0x[\da-f]{130}$/i
/** Longer than a Safe's signature by a hundred owners, in hex. */
const MAX_PREPARED = 32_768

const AddressSchema = v.pipe(
  v.string(),
  v.transform((text) => parseEvmAddress(text)),
  v.string(),
)

const PageSchema = v.object({
  next: v.nullable(v.string()),
  results: v.pipe(v.array(v.object({ address: AddressSchema })), v.maxLength(PAGE)),
})

const MessageSchema = v.object({
  confirmations: v.pipe(
    v.array(v.object({ owner: AddressSchema, signature: v.string() })),
    v.maxLength(MAX_CONFIRMATIONS),
  ),
  preparedSignature: v.nullable(
    v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2})*$/i), v.maxLength(MAX_PREPARED)),
  ),
})

/**
 * The Safe Transaction Service over HTTP. Every failure is `unreachable`, and its answers are only hints that the chain
 * must confirm.
 *
 * @see https://docs.safe.global/core-api/transaction-service-reference
 */
export function createSafeService(options: ServiceLineOptions): SafeService {
  const ask = createServiceLine(options)
  const askOnce = cacheAnswers<readonly string[] | 'none' | Unreachable>(LISTS, options.now)
  return {
    async getSafes(chainId, owner) {
      const name = SERVICE_NAMES.get(chainId)
      if (name === undefined) return 'none'
      return askOnce(`${name}/${owner}`, async () => {
        const answer = await listSafes(`${name}/api/v2/owners/${owner}`, ask)
        return { answer, cacheMs: answer === 'unreachable' ? 0 : LIST_TTL_MS }
      })
    },
    async getSignatures(chainId, hash) {
      const name = SERVICE_NAMES.get(chainId)
      if (name === undefined) return 'none'
      const message = await ask(`${name}/api/v1/messages/${hash}/`, MessageSchema)
      if (message === 'none') return NOTHING_GATHERED
      return message === 'unreachable' ? message : gathered(message)
    },
  }
}

const NOTHING_GATHERED: GatheredSignatures = { confirmations: [], prepared: null }

/** Requests the next page by its number: its link may lead elsewhere, and our key must not go there. */
async function listSafes(
  path: string,
  ask: ServiceLine,
): Promise<readonly string[] | 'none' | Unreachable> {
  const found = new Set<string>()
  for (let offset = 0; offset < MAX; offset += PAGE) {
    // Each page shows whether there is another one.
    const page = await ask(`${path}/safes/?limit=${PAGE}&offset=${offset}`, PageSchema)
    if (page === 'unreachable' || page === 'none') return page
    for (const { address } of page.results) found.add(address)
    if (page.next === null) break
  }
  return [...found]
}

/** Leaves out signatures by contracts and approvals on the chain: the chain judges those, in the prepared signature. */
function gathered(message: v.InferOutput<typeof MessageSchema>): GatheredSignatures {
  return {
    confirmations: message.confirmations.filter(({ signature }) => KEY_SIGNATURE.test(signature)),
    prepared: message.preparedSignature === '0x' ? null : message.preparedSignature,
  }
}
