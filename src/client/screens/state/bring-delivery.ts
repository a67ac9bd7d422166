import type { Attempt } from '#shared/attempt.ts'
import type { AttemptParts } from './attempt-parts.ts'
import type { Delivery } from './delivery.ts'
import { giveUp } from './tell-progress.ts'

/** What the wallet has given goes to the server, also where the attempt is linked already. */
export async function bringDelivery(
  parts: AttemptParts,
  { id, state }: Attempt,
  delivery: Delivery,
): Promise<void> {
  const { view, prover } = parts
  const shown = view.state.get()
  if (state === 'linked' && shown.status === 'shown') {
    view.replace({ ...shown, signAskedAt: shown.signAskedAt ?? 0 })
  }
  await prover.prove(id, delivery)
  refuseMute(parts, id)
}

/** Where the owner demands a text, a wallet that signs none leads nowhere. */
export function refuseMute(parts: AttemptParts, id: string): void {
  const attempt = parts.view.live(id)?.attempt
  const isDemanded = attempt?.family === 'ton' && attempt.state === 'awaiting-signature'
  if (isDemanded && !parts.deps.wallets.ton.canSign()) giveUp(parts, id, 'ton-text-unsupported')
}
