import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { withdrawConfirmation } from '#shared/api/withdraw-confirmation.ts'
import type { Cosigning } from '#shared/multisig.ts'
import { createUserQueue, type RunExclusive } from '../../chains/user-queue.ts'
import { withReading, findConfirmation } from '#server/multisig/cosignings.ts'
import type { StoredCosigning } from '../../store/rows/cosigning-rows.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import { isFamilyDisabled } from '../is-family-disabled.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { type ByCode, replyToCode } from '../reply-to-code.ts'
import { viewCosigning } from '../multisig-views.ts'
import { empty, ok, refuse, type Reply, serveMember } from '../route.ts'

/**
 * Oldest reading of owners and threshold that an open cosigning shows while its chain answers, in milliseconds. All
 * participants poll it every few seconds.
 */
const COSIGNING_MAX_AGE_MS = 60_000

/**
 * Cosignings, for everyone with the link: any viewer sees one, its starter cancels it, an owner withdraws a
 * confirmation.
 */
export function serveCosign(app: HttpApp, deps: HttpDeps): void {
  const { store, now, onEvent } = deps
  const userQueue = createUserQueue()

  serveMember(app, getCosigning, (asked) =>
    showCosigning(asked, deps, (found) => withFreshOwners(found, userQueue(asked.user.id), deps)),
  )

  serveMember(app, cancelCosigning, ({ user, id }) =>
    withCosigning({ user, id }, deps, async ({ starter, state }) => {
      if (starter.id !== user.id) return refuse('not-found')
      if (state === 'cancelled') return empty
      const isCancelled = await store.cancelCosigning(id, user.id, now())
      if (!isCancelled) return refuse('cosign-closed')
      onEvent()
      return empty
    }),
  )

  serveMember(app, withdrawConfirmation, ({ user, id }) =>
    withCosigning({ user, id }, deps, async ({ state }) => {
      if (state !== 'open') return refuse('cosign-closed')
      const isWithdrawn = await store.withdrawConfirmation(id, user.id, now())
      return isWithdrawn ? empty : refuse('not-found')
    }),
  )
}

/**
 * A cosigning as a member who opened its link sees it.
 *
 * @param renew reads its owners again. @default they stay as they were read last
 */
export function showCosigning(
  { user, id }: ByCode,
  deps: HttpDeps,
  renew = async (found: StoredCosigning) => found,
): Promise<Reply<Cosigning>> {
  return withCosigning({ user, id }, deps, async (found) => {
    if (isFamilyDisabled(found.multisig.family, deps)) return refuse('evm-off')
    if (found.state === 'open') await noteViewer(found, user, deps)
    const cosigning = await renew(found)
    const wallets = await deps.store.listWallets(user.id)
    return ok(viewCosigning(cosigning, { user, wallets }, deps))
  })
}

function withCosigning<Body>(
  { user, id }: ByCode,
  { store, now }: HttpDeps,
  answer: (cosigning: StoredCosigning) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  return replyToCode({ user, find: () => store.findCosigning(id, now()) }, { store, now }, answer)
}

/** Records the viewer, so that they are notified. The starter and members who confirmed are notified anyway. */
async function noteViewer(
  cosigning: StoredCosigning,
  { id }: StoredUser,
  { store, now }: HttpDeps,
): Promise<void> {
  const hasPart = cosigning.starter.id === id || findConfirmation(cosigning, id) !== undefined
  if (!hasPart) await store.noteViewer(cosigning.code, id, now())
}

/** A settled cosigning stays as it was shown. */
async function withFreshOwners(
  cosigning: StoredCosigning,
  runExclusive: RunExclusive,
  { multisigs }: HttpDeps,
): Promise<StoredCosigning> {
  if (cosigning.state !== 'open') return cosigning
  const refreshed = await runExclusive(() =>
    multisigs.refresh(cosigning.multisig, COSIGNING_MAX_AGE_MS),
  )
  return refreshed === 'busy' ? cosigning : withReading(cosigning, refreshed.multisig)
}
