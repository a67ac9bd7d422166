import type { Hono } from 'hono'
import { sendProof } from '#shared/api/send-proof.ts'
import { buildProof, getDigest } from '../../proofs/build-proof.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { refuse, serveMember } from '../route.ts'
import { sendFile } from '../send-file.ts'

/** The proof of a linked wallet, which the bot sends to its member. */
export function serveWalletProofs(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now } = deps
  serveMember(app, sendProof, async ({ user, id }) => {
    const stored = await store.handOutProof(id, getDigest, now())
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    const { wallet } = stored
    const document = buildProof(stored, now())
    if (document === null) return refuse('proof-missing')
    return sendFile(user, () => Promise.resolve({ kind: 'proof', wallet, document }), deps)
  })
}
