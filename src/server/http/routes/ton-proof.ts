import type { Hono } from 'hono'
import { submitTonProof, type TonProof } from '#shared/api/submit-ton-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import { isSettled } from '#shared/attempt.ts'
import { CONSENT_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { LinkOutcome, StoredAttempt } from '../../store/store.ts'
import { startStopwatch } from '../../metrics/stopwatch.ts'
import type { TonChain } from '../../verify/ton-chain.ts'
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
    if (attempt.state === 'expired') return refuseLate(attempt, 'attempt-expired', deps)
    if (isSettled(attempt.state) || attempt.state === 'awaiting-consent')
      return refuseLate(attempt, 'attempt-settled', deps)
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
  const verdict = await timeCheck(deps, (chain) => verifyTonProof(proof, expected, chain))
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

/** Counts how long the check itself takes: not how long the chain lets us wait. */
async function timeCheck<Verdict>(
  { tonChain, metrics }: HttpDeps,
  check: (chain: TonChain) => Promise<Verdict>,
): Promise<Verdict> {
  const elapsed = startStopwatch()
  let waitedMs = 0
  const verdict = await check({
    network: tonChain.network,
    async accountKey(address) {
      const waited = startStopwatch()
      const answer = await tonChain.accountKey(address)
      waitedMs += waited()
      return answer
    },
  })
  metrics.proofChecked('ton', elapsed() - waitedMs)
  return verdict
}

function refuseLate(
  { id }: StoredAttempt,
  code: 'attempt-expired' | 'attempt-settled',
  { log }: HttpDeps,
): Reply<never> {
  log.info({ attempt: id, code }, 'a proof came after its attempt had ended')
  return refuse(code)
}

/** A wrong proof ends its attempt; a chain that cannot be asked changes nothing. */
async function refuseProof(
  attempt: StoredAttempt,
  code: ProblemCode,
  deps: HttpDeps,
): Promise<Reply<never>> {
  if (PROBLEMS[code].retry) {
    deps.log.warn({ attempt: attempt.id, code }, `not linked yet: ${PROBLEMS[code].log}`)
    return refuse(code, CHAIN_RETRY_S)
  }
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
      deps.onEvent()
      const linked = { ...attempt, state: 'linked', walletId: wallet.id } as const
      return created(viewAttempt(linked, { domain, network, wallet }))
    }
    case 'awaiting-consent': {
      const line = { attempt: attempt.id }
      deps.log.info(line, 'not linked yet: the holder of the wallet is asked')
      deps.onEvent()
      const { expiresAt } = outcome.consent
      return accepted(
        await presentAttempt({ ...attempt, state: 'awaiting-consent', expiresAt }, deps),
      )
    }
    case 'attempt-settled':
    case 'attempt-expired':
      return refuseLate(attempt, outcome.outcome, deps)
    case 'wallet-limit':
      return refuse(outcome.outcome)
  }
}
