import type { Attempt } from '#shared/attempt.ts'
import type { OwnerConfirmation } from '../multisig/cosignings.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import type { HttpDeps } from './http-deps.ts'
import { presentAttempt } from './present-attempt.ts'
import type { ProofInput } from './proving.ts'
import { refuseBusy } from './refuse-for.ts'
import { created, refuse, type Refusal, type Reply } from './reply.ts'
import { refuseLate, refuseUnchanged } from './settle-proof.ts'

export type Cosign = NonNullable<StoredAttempt['cosign']>

/** The cosigning that the attempt's confirmation is for, while it takes confirmations. */
export async function findOpenCosigning(
  { code }: Cosign,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<StoredCosigning | undefined> {
  const cosigning = await store.findCosigning(code, now())
  return cosigning?.state === 'open' ? cosigning : undefined
}

/**
 * Why this owner cannot confirm now; undefined if they can. The attempt stays open, for another wallet of the member.
 */
export async function requireOwner(
  { attempt, runExclusive }: Pick<ProofInput, 'attempt' | 'runExclusive'>,
  { cosigning, address }: { cosigning: StoredCosigning; address: string },
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  const code = await runExclusive(() => deps.cosignings.checkOwner(cosigning, address))
  if (code === 'busy') return refuseBusy()
  return code === null ? undefined : refuseUnchanged(attempt, code, deps)
}

/** Adds one owner's verified confirmation and ends the attempt. The confirmation alone links nothing. */
export async function addConfirmation(
  { user, attempt, runExclusive }: ProofInput,
  { cosign, confirmation }: { cosign: Cosign; confirmation: OwnerConfirmation },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { code, showsName } = cosign
  const given = await runExclusive(() =>
    deps.cosignings.confirm(code, { user, attempt, confirmation, showsName }),
  )
  if (given === 'busy') return refuseBusy()
  if (!given.ok) return rejectConfirmation(attempt, given.code, deps)
  deps.onEvent()
  const settled = await deps.store.findAttempt(attempt.id, user.id, deps.now())
  return settled ? created(await presentAttempt(settled, deps)) : refuse('not-found')
}

function rejectConfirmation(
  attempt: StoredAttempt,
  code: Parameters<typeof refuseUnchanged>[1],
  deps: HttpDeps,
): Refusal {
  return code === 'attempt-expired' || code === 'attempt-settled'
    ? refuseLate(attempt, code, deps)
    : refuseUnchanged(attempt, code, deps)
}
