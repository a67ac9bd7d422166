import type { OwnerConfirmation } from '../multisig/cosignings.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  type Outcome,
  type Proving,
  type LinkingRefusal,
  refuse,
  refuseLate,
  refuseUnchanged,
} from './settle.ts'

export type Cosign = NonNullable<StoredAttempt['cosign']>

/** The cosigning that the attempt's confirmation is for, while it takes confirmations. */
export async function findOpenCosigning(
  { code }: Cosign,
  { store, now }: LinkingDeps,
): Promise<StoredCosigning | undefined> {
  const cosigning = await store.findCosigning(code, now())
  return cosigning?.state === 'open' ? cosigning : undefined
}

/**
 * Why this owner cannot confirm now; undefined if they can. The attempt stays open, for another wallet of the member.
 */
export async function requireOwner(
  { attempt, runExclusive }: Proving,
  { cosigning, address }: { cosigning: StoredCosigning; address: string },
  deps: LinkingDeps,
): Promise<LinkingRefusal | undefined> {
  const code = await runExclusive(() => deps.cosignings.checkOwner(cosigning, address))
  if (code === 'busy') return refuse(code)
  return code === null ? undefined : refuseUnchanged(attempt, code, deps)
}

/** Adds one owner's verified confirmation and ends the attempt. The confirmation alone links nothing. */
export async function confirm(
  { user, attempt, runExclusive }: Proving,
  { cosign, confirmation }: { cosign: Cosign; confirmation: OwnerConfirmation },
  deps: LinkingDeps,
): Promise<Outcome> {
  const { code, showsName } = cosign
  const given = await runExclusive(() =>
    deps.cosignings.confirm(code, { user, attempt, confirmation, showsName }),
  )
  if (given === 'busy') return refuse(given)
  if (!given.ok)
    return given.code === 'attempt-expired' || given.code === 'attempt-settled'
      ? refuseLate(attempt, given.code, deps)
      : refuseUnchanged(attempt, given.code, deps)
  deps.onEvent()
  const settled = await deps.store.findAttempt(attempt.id, user.id, deps.now())
  return settled ? { kind: 'confirmed', attempt: settled } : refuse('not-found')
}
