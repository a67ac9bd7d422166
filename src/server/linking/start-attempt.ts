import type { createAttempt } from '#shared/api/create-attempt.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import {
  ATTEMPTS_PER_WINDOW,
  ATTEMPTS_WINDOW_MS,
  EVM_ATTEMPT_TTL_MS,
  TON_ATTEMPT_TTL_MS,
} from '#shared/limits.ts'
import type { Family } from '#shared/wallet.ts'
import { lookUpCode } from '../requests/look-up-code.ts'
import { checkEligibility } from '../requests/membership.ts'
import type { Store } from '../store/store.ts'
import type { StoredMultisig, StoredUser } from '../store/database/stored.ts'
import { agreementText, attemptText } from './ton-messages.ts'
import type { Cosign } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import { randomNonce } from '../proofs/random-nonce.ts'
import { type Outcome, refuse } from './settle.ts'

/** The wallet that a member wants to link, and for what. */
export type AttemptDraft = RequestOf<typeof createAttempt>

type AttemptToStore = Parameters<Store['createAttempt']>[0]

const TTL_MS: Record<Family, number> = { ton: TON_ATTEMPT_TTL_MS, evm: EVM_ATTEMPT_TTL_MS }

/** Starts an attempt with a nonce of its own. */
export async function startAttempt(
  user: StoredUser,
  draft: AttemptDraft,
  deps: LinkingDeps,
): Promise<Outcome> {
  if (draft.family === 'evm' && deps.policy.evm === 'off') return refuse('evm-off')
  const { cosign, requestCode } = draft
  if (cosign !== undefined) return startConfirming(user, { ...draft, cosign }, deps)
  const ineligible = await checkEligibility(user, requestCode, deps)
  if (ineligible) return refuse(ineligible.code, ineligible.retryAfterMs)
  return save(newAttempt(user, draft, deps), deps)
}

/** A confirmation in another member's cosigning links nothing that could answer a request. */
async function startConfirming(
  user: StoredUser,
  { cosign, ...draft }: AttemptDraft & { cosign: Cosign },
  deps: LinkingDeps,
): Promise<Outcome> {
  if (draft.requestCode !== undefined) return refuse('bad-request')
  const find = () => deps.store.findCosigning(cosign.code, deps.now())
  const lookup = await lookUpCode(user, find, deps)
  if (lookup.outcome === 'unknown') return refuse('not-found')
  if (lookup.outcome === 'limited') return refuse('rate-limited', lookup.waitMs)
  const { state, multisig } = lookup.found
  if (multisig.family !== draft.family) return refuse('bad-request')
  if (state !== 'open') return refuse('cosign-closed')
  return save(newConfirmation(user, { ...draft, cosign, multisig }, deps), deps)
}

async function save(attempt: AttemptToStore, { store, now }: LinkingDeps): Promise<Outcome> {
  const made = await store.createAttempt(attempt, {
    limit: ATTEMPTS_PER_WINDOW,
    since: now() - ATTEMPTS_WINDOW_MS,
  })
  return made === 'too-many-attempts'
    ? refuse(made, ATTEMPTS_WINDOW_MS)
    : { kind: 'started', attempt: made }
}

function newAttempt(user: StoredUser, draft: AttemptDraft, deps: LinkingDeps): AttemptToStore {
  const bare = bareAttempt(user, draft, deps)
  const hasText = draft.family === 'ton' && deps.policy.tonText !== 'off'
  return {
    ...bare,
    message: hasText ? attemptText(user, { ...bare, createdAt: bare.now }, deps) : null,
  }
}

type CosignTerms = AttemptDraft & { cosign: Cosign; multisig: StoredMultisig }

/** A confirmation gets a text only if one must be signed: a text cannot raise a confirmation later. */
function newConfirmation(
  user: StoredUser,
  { multisig, cosign, ...draft }: CosignTerms,
  deps: LinkingDeps,
): AttemptToStore {
  const bare = bareAttempt(user, draft, deps)
  const hasText = multisig.family === 'ton' && deps.policy.tonText === 'require'
  const made = { ...bare, createdAt: bare.now }
  return {
    ...bare,
    cosign,
    message: hasText ? agreementText(user, { made, multisig }, deps) : null,
  }
}

function bareAttempt(
  user: StoredUser,
  { family, client, requestCode }: AttemptDraft,
  { now }: LinkingDeps,
): AttemptToStore {
  return {
    userId: user.id,
    family,
    nonce: randomNonce(),
    message: null,
    client: client ?? null,
    requestCode: requestCode ?? null,
    cosign: null,
    now: now(),
    expiresAt: now() + TTL_MS[family],
  }
}
