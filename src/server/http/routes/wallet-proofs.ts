import type { Hono } from 'hono'
import { sendProof } from '#shared/api/send-proof.ts'
import { buildProof } from '../../proofs/build-proof.ts'
import type { SendOutcome } from '../../proofs/proof-sender.ts'
import { proofLimit } from '../../rate-limit/proof-limit.ts'
import type { StoredUser } from '../../store/stored.ts'
import { enforceRateLimit } from '../rate-limits.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { empty, refuse, type Reply } from '../reply.ts'
import { serveMember } from '../route.ts'
import { TELEGRAM_RETRY_S } from '../telegram-retry.ts'

const SECOND_MS = 1_000

/** The proof of a linked wallet, which the bot sends to its member. */
export function serveWalletProofs(app: Hono<HttpEnv>, deps: HttpDeps): void {
  serveMember(app, sendProof, async ({ user, id }) => {
    const stored = await deps.store.findProof(id)
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    const document = buildProof(stored)
    if (document === null) return refuse('proof-missing')
    const refusal = await enforceRateLimit(proofLimit(user), deps)
    if (refusal) return refusal
    const sent = await deps.sendProof(user, { wallet: stored.wallet, document })
    return replyTo(sent, user, deps)
  })
}

async function replyTo(
  sent: SendOutcome,
  { id }: StoredUser,
  { store }: HttpDeps,
): Promise<Reply<undefined>> {
  switch (sent.outcome) {
    case 'delivered':
      await store.setMayMessage(id, true)
      return empty
    case 'forbidden':
      await store.setMayMessage(id, false)
      return refuse('proof-undeliverable')
    case 'failed':
      return refuse(
        'share-failed',
        sent.retryAfterMs === null ? TELEGRAM_RETRY_S : Math.ceil(sent.retryAfterMs / SECOND_MS),
      )
  }
}
