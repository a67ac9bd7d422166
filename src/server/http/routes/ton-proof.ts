import type { Hono } from 'hono'
import { submitTonProof, type TonProof } from '#shared/api/submit-ton-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import { isSettled } from '#shared/attempt.ts'
import { CONSENT_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { LinkOutcome, StoredAttempt } from '../../store/store.ts'
import { verifyTonProof } from '../../verify/ton-proof.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { oneQuestionEach } from '../../chains/one-question-each.ts'
import { presentAttempt, proofDomain } from '../present-attempt.ts'
import { accepted, created, refuse, type Reply } from '../reply.ts'
import { serveMember } from '../route.ts'
import { viewAttempt } from '../views.ts'

/** Seconds after which the same proof is worth sending again when the chain did not answer. */
const CHAIN_RETRY_S = 2

/** request → verify → one transaction that claims the nonce and links → receipt. */
export function serveTonProof(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const chainFor = oneQuestionEach(deps.tonChain)
  serveMember(app, submitTonProof, async ({ user, id, body }) => {
    const attempt = await deps.store.findAttempt(id, user.id, deps.now())
    if (!attempt) return refuse('not-found')
    if (attempt.state === 'expired') return refuse('attempt-expired')
    if (isSettled(attempt.state) || attempt.state === 'awaiting-consent')
      return refuse('attempt-settled')
    return prove(attempt, body, { ...deps, tonChain: chainFor(user.id) })
  })
}

async function prove(
  attempt: StoredAttempt,
  proof: TonProof,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { store, tonChain, publicUrl, now } = deps
  const expected = {
    payload: attempt.nonce,
    domain: proofDomain(publicUrl),
    network: tonChain.network,
    now: now(),
  }
  const verdict = await verifyTonProof(proof, expected, tonChain)
  if (!verdict.ok) return refuseProof(attempt, verdict.code, deps)
  const outcome = await store.linkWallet({
    attemptId: attempt.id,
    userId: attempt.userId,
    proven: verdict.proven,
    signature: verdict.signature,
    now: now(),
    consentExpiresAt: now() + CONSENT_TTL_MS,
    walletLimit: WALLETS_PER_USER,
  })
  return settle(attempt, outcome, deps)
}

/** A wrong proof ends its attempt; a chain that cannot be asked changes nothing. */
async function refuseProof(
  attempt: StoredAttempt,
  code: ProblemCode,
  deps: HttpDeps,
): Promise<Reply<never>> {
  deps.log.warn({ attempt: attempt.id, code }, PROBLEMS[code].log)
  if (PROBLEMS[code].retry) return refuse(code, CHAIN_RETRY_S)
  const target = { id: attempt.id, userId: attempt.userId }
  await deps.store.advanceAttempt(target, { state: 'failed', errorCode: code }, deps.now())
  return refuse(code)
}

async function settle(
  attempt: StoredAttempt,
  outcome: LinkOutcome,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const network = deps.tonChain.network
  const domain = proofDomain(deps.publicUrl)
  switch (outcome.outcome) {
    case 'linked': {
      const { wallet } = outcome
      deps.log.info(
        { attempt: attempt.id, kind: wallet.kind, relinked: outcome.relinked },
        'wallet linked',
      )
      deps.onEvent()
      const linked = { ...attempt, state: 'linked', walletId: wallet.id } as const
      return created(viewAttempt(linked, { domain, network, wallet }))
    }
    case 'awaiting-consent': {
      deps.onEvent()
      const { expiresAt } = outcome.consent
      return accepted(
        await presentAttempt({ ...attempt, state: 'awaiting-consent', expiresAt }, deps),
      )
    }
    case 'attempt-settled':
    case 'attempt-expired':
    case 'wallet-limit':
      return refuse(outcome.outcome)
  }
}
