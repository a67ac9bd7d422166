import { createHash } from 'node:crypto'
import type { StoredReply } from '../../store/api-key-store.ts'
import type { HttpDeps } from '../http-deps.ts'
import { type HostRefusal, refuseHost } from './host-reply.ts'

/** After so long the process that claimed an Idempotency-Key is taken to be gone, in milliseconds. */
const CLAIM_LEASE_MS = 60_000
/** When a request whose first one is still under way is worth sending again, in seconds. */
const BUSY_RETRY_S = 1

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/

export type OnceRequest = {
  /** The API key that asks: another one's Idempotency-Keys are not its own. */
  keyId: string
  /** The header as it came. */
  idempotencyKey: string
  method: string
  path: string
  /** The body as it came. */
  text: string
}

/** `isFinal`: the same request would be answered the same way, however often it is sent. */
export type OnceReply = { reply: StoredReply; isFinal: boolean }

export type OnceOutcome =
  | { kind: 'answered'; reply: StoredReply }
  | { kind: 'replayed'; reply: StoredReply }
  | HostRefusal

/**
 * Answers a request at most once per Idempotency-Key, and whoever repeats it with the first answer. What failed,
 * or may succeed later, leaves the key free.
 */
export async function answerOnce(
  request: OnceRequest,
  deps: Pick<HttpDeps, 'store' | 'now' | 'log'>,
  answer: () => Promise<OnceReply>,
): Promise<OnceOutcome> {
  const { keyId, idempotencyKey, method, path, text } = request
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) return refuseHost('idempotency-key-malformed')
  const target = { keyId, keyHash: sha256(idempotencyKey) }
  const requestHash = sha256(`${method} ${path}\n${text}`)
  const claim = await deps.store.claimIdempotencyKey(
    { ...target, requestHash, leaseMs: CLAIM_LEASE_MS },
    deps.now(),
  )
  switch (claim.outcome) {
    case 'replied':
      return { kind: 'replayed', reply: claim.reply }
    case 'busy':
      return refuseHost('idempotency-key-busy', BUSY_RETRY_S)
    case 'reused':
      return refuseHost('idempotency-key-reused')
    case 'claimed':
      return { kind: 'answered', reply: await answerClaimed(target, deps, answer) }
  }
}

type Target = { keyId: string; keyHash: Uint8Array }

async function answerClaimed(
  target: Target,
  { store, log }: Pick<HttpDeps, 'store' | 'log'>,
  answer: () => Promise<OnceReply>,
): Promise<StoredReply> {
  const end = (step: Promise<void>) =>
    step.catch((error: unknown) => log.error({ error }, 'an Idempotency-Key stays claimed'))
  let once: OnceReply
  try {
    once = await answer()
  } catch (error) {
    await end(store.releaseIdempotencyKey(target))
    throw error
  }
  const { reply, isFinal } = once
  await end(
    isFinal ? store.settleIdempotencyKey(target, reply) : store.releaseIdempotencyKey(target),
  )
  return reply
}

function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
