import { safeMessageHash } from '#shared/safe-message.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ConfirmationResult } from '../store/multisigs/confirmations.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import type { Store } from '../store/store.ts'
import type { Cosignings, OwnerConfirmation, ConfirmationOutcome } from './cosignings.ts'
import { type Multisigs, type Refreshed, RECENT_MS, unreachableCode } from './multisigs.ts'
import { linkIfComplete } from './link-if-complete.ts'
import type { LinkDeps } from './complete.ts'
import { startCosigning, type StartingDeps } from './start-cosigning.ts'

export type CosigningsDeps = StartingDeps &
  LinkDeps & {
    store: Pick<Store, 'addConfirmation'>
    multisigs: Pick<Multisigs, 'readNow' | 'refresh'>
  }

export function createCosignings(deps: CosigningsDeps): Cosignings {
  const { store, multisigs } = deps
  return {
    start: (user, asked) => startCosigning(user, asked, deps),
    confirm: (code, given) => confirm(code, given, deps),
    async checkOwner(cosigning, address) {
      if (cosigning.state !== 'open') return 'cosign-closed'
      const refreshed = await multisigs.refresh(cosigning.multisig, RECENT_MS)
      return checkOwner(refreshed, address)
    },
    async settle(given) {
      const cosigning = (await store.findCosigning(given.code, deps.now())) ?? given
      if (cosigning.state !== 'open') return cosigning
      return linkIfComplete(cosigning, await multisigs.readNow(cosigning.multisig), deps)
    },
  }
}

async function confirm(
  code: string,
  { user, attempt, confirmation, showsName }: Parameters<Cosignings['confirm']>[1],
  deps: CosigningsDeps,
): Promise<ConfirmationOutcome> {
  const cosigning = await deps.store.findCosigning(code, deps.now())
  if (cosigning?.state !== 'open') return { ok: false, code: 'cosign-closed' }
  if (!isFor(cosigning, confirmation)) return { ok: false, code: 'evm-signature-invalid' }
  const { owner } = confirmation
  const refreshed = await deps.multisigs.readNow(cosigning.multisig)
  const refusal = checkOwner(refreshed, owner)
  if (refusal) return { ok: false, code: refusal }
  const result = await deps.store.addConfirmation(
    {
      code,
      attemptId: attempt.id,
      userId: user.id,
      confirmation: { owner, showsName, ...getStored(confirmation) },
    },
    deps.now(),
  )
  if (result.outcome !== 'given') return { ok: false, code: REFUSALS[result.outcome] }
  deps.onEvent()
  const verified = confirmation.method === 'signatures' ? confirmation : null
  return {
    ok: true,
    cosigning: await linkIfComplete(result.cosigning, { ...refreshed, verified }, deps),
  }
}

const REFUSALS: Record<Exclude<ConfirmationResult['outcome'], 'given'>, ProblemCode> = {
  'owner-taken': 'cosign-owner-taken',
  closed: 'cosign-closed',
  'attempt-settled': 'attempt-settled',
  'attempt-expired': 'attempt-expired',
}

/** What is stored of a confirmation, by its method. */
function getStored(confirmation: OwnerConfirmation) {
  if (confirmation.method === 'agreements') {
    const { binding, proof } = confirmation
    return { binding, proof, signature: new Uint8Array() }
  }
  return { binding: 'hash', proof: null, signature: confirmation.signature } as const
}

/** Whether what was verified is for this cosigning: a signature must be of exactly its text for exactly its Safe. */
function isFor(cosigning: StoredCosigning, confirmation: OwnerConfirmation): boolean {
  if (cosigning.method === 'agreements') return confirmation.method === 'agreements'
  const { multisig, message } = cosigning
  return (
    confirmation.method === 'signatures' && confirmation.hash === safeMessageHash(multisig, message)
  )
}

/**
 * While the chain does not answer, the owners of its last reading may confirm, because nothing is linked before the
 * chain answers again.
 */
function checkOwner({ multisig, state }: Refreshed, address: string): ProblemCode | null {
  if (state === 'gone') return 'multisig-not-found'
  if (multisig.owners.includes(address)) return null
  if (state === 'unreachable') return unreachableCode(multisig)
  const isProposer = multisig.family === 'ton' && multisig.proposers.includes(address)
  return isProposer ? 'cosign-proposer' : 'cosign-not-owner'
}
