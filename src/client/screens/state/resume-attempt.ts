import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import { type AttemptParts, walletsOf } from './attempt-parts.ts'
import { type AttemptViewState, idOf, isUnanswered } from './attempt-view.ts'
import { bringDelivery, refuseMute } from './bring-delivery.ts'
import { type Delivery, isDue, lacksAccount } from './delivery.ts'
import { hearWallet } from './hear-wallet.ts'
import { proofRequestOf } from './proof-request.ts'

/** Shows an attempt, and picks up what this device has pending for it. */
export async function resumeAttempt(parts: AttemptParts, id: string): Promise<void> {
  const { deps, view } = parts
  if (isOnScreen(view.state.get(), id)) return
  const loading = { status: 'loading', id } as const
  view.replace(loading)
  try {
    const attempt = await deps.api.call(getAttempt, { id })
    if (view.state.get() === loading) takeUp(parts, attempt)
  } catch (error) {
    const code = problemCodeOf(error)
    if (view.state.get() === loading) view.replace({ status: 'unavailable', id, code })
  }
}

function isOnScreen(state: AttemptViewState, id: string): boolean {
  return (state.status === 'loading' || state.status === 'shown') && idOf(state) === id
}

/** Nothing here waits for the answer to an attempt that another device has begun. */
export function takeUp(parts: AttemptParts, attempt: Attempt): void {
  const { memory } = parts.deps
  const delivery = dueDelivery(parts, attempt)
  const isAwaited = delivery !== null || isUnanswered(attempt)
  const isElsewhere = isAwaited && delivery === null && memory.id(attempt.family) !== attempt.id
  parts.view.show(attempt, { isElsewhere })
  if (!isAwaited) memory.forget(attempt)
  if (!isAwaited || isElsewhere) return
  memory.keep(attempt, 'opened')
  hearWallet(parts, attempt)
  if (delivery === null) void restore(parts, attempt)
  else void bringDelivery(parts, attempt, delivery)
}

function dueDelivery({ deps }: AttemptParts, attempt: Attempt): Delivery | null {
  const delivery = deps.memory.deliveryOf(attempt.id)
  return delivery !== null && isDue(delivery, attempt) ? delivery : null
}

async function restore(parts: AttemptParts, attempt: Attempt): Promise<void> {
  const wallets = walletsOf(parts, attempt)
  // Without the library the screen still offers every other way to go on.
  await wallets?.restore().catch(() => undefined)
  if (wallets?.deviceWallet.get().status !== 'connected') return
  refuseMute(parts, attempt.id)
  if (hasLostAnswer(parts, attempt.id)) {
    await wallets.prepare(proofRequestOf(attempt)).catch(() => undefined)
  }
}

/** The wallet had answered when the page went, and the answer went with it: the same attempt asks once more. */
function hasLostAnswer({ view }: AttemptParts, id: string): boolean {
  const shown = view.live(id)
  return shown !== null && shown.proof === 'none' && lacksAccount(shown.attempt)
}
