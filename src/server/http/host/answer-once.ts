import { createHash } from 'node:crypto'
import type {
  EarlierRequest,
  HostEffects,
  IdempotentRequest,
  OnceReply,
  StoredReply,
} from '../../store/api-keys/idempotency-keys.ts'
import type { HttpDeps } from '../http-deps.ts'
import { type HostRefusal, refuseHost } from './host-reply.ts'

/** How soon to repeat a request while its first copy is still being answered, in seconds. */
const BUSY_RETRY_S = 1

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/

export type OnceRequest = {
  /** The API key that calls. Idempotency-Keys of other API keys do not count. */
  keyId: string
  /** The header as it came. */
  idempotencyKey: string
  method: string
  path: string
  /** The body as it came. */
  text: string
}

/** The remaining work of a request: one transaction, and a step after its commit. */
export type PreparedChange = {
  run: (effects: HostEffects) => Promise<OnceReply>
  onCommitted: (reply: StoredReply) => void
}

/** The SHA-256 of the requests that this process is answering now, by API key and Idempotency-Key. */
export type UnderWay = Map<string, Buffer>

export type OnceOutcome = { kind: 'reply'; reply: StoredReply; isReplayed: boolean } | HostRefusal

type OnceDeps = Pick<HttpDeps, 'store' | 'now'> & { underWay: UnderWay }

/**
 * Answers a request at most once per Idempotency-Key, and repeats the first answer for each repetition. A request that
 * failed, or may succeed later, leaves the key free.
 */
export async function answerOnce(
  { keyId, idempotencyKey, method, path, text }: OnceRequest,
  deps: OnceDeps,
  prepare: () => Promise<PreparedChange>,
): Promise<OnceOutcome> {
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) return refuseHost('idempotency-key-malformed')
  const requestHash = sha256(`${method} ${path}\n${text}`)
  const { underWay } = deps
  const name = `${keyId} ${idempotencyKey}`
  const first = underWay.get(name)
  if (first) return first.equals(requestHash) ? BUSY : REUSED
  underWay.set(name, requestHash)
  try {
    return await answerFirst({ keyId, keyHash: sha256(idempotencyKey), requestHash }, deps, prepare)
  } finally {
    underWay.delete(name)
  }
}

const BUSY = refuseHost('idempotency-key-busy', BUSY_RETRY_S)
const REUSED = refuseHost('idempotency-key-reused')

/** Another process may answer the same request meanwhile. The store lets only one of them make the change. */
async function answerFirst(
  request: IdempotentRequest,
  { store, now }: OnceDeps,
  prepare: () => Promise<PreparedChange>,
): Promise<OnceOutcome> {
  const earlier = await store.findEarlierRequest(request)
  if (earlier) return answerEarlier(earlier)
  const { run, onCommitted } = await prepare()
  const result = await store.runOnce(request, now(), run)
  if (result.outcome !== 'done') return answerEarlier(result)
  onCommitted(result.reply)
  return { kind: 'reply', reply: result.reply, isReplayed: false }
}

function answerEarlier(earlier: EarlierRequest): OnceOutcome {
  if (earlier.outcome !== 'replied') return REUSED
  return { kind: 'reply', reply: earlier.reply, isReplayed: true }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
