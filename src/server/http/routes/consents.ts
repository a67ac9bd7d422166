import type { Hono } from 'hono'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { empty, refuse, serveMember } from '../route.ts'

/** The holder of a wallet lets it move to the account that proved it, or keeps it. */
export function serveConsents(app: Hono<HttpEnv>, { store, now, onEvent }: HttpDeps): void {
  serveMember(app, answerConsent, async ({ user, id, body }) => {
    const answer = {
      attemptId: id,
      holderId: user.id,
      answer: body.answer,
      walletLimit: WALLETS_PER_USER,
    }
    const outcome = await store.answerConsent(answer, now())
    if (outcome === 'not-found' || outcome === 'wallet-limit') return refuse(outcome)
    onEvent()
    return empty
  })
}
