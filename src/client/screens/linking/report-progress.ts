import * as v from 'valibot'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { WalletAppSchema } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { WalletApp } from '../../wallets/wallet-connector.ts'
import type { AttemptParts } from './attempt-parts.ts'

type AttemptUpdate = RequestOf<typeof updateAttempt>

/** Reports the member's progress to the server; a failure of that must not stop them. */
export async function reportProgress(
  { deps, view }: AttemptParts,
  id: string,
  body: AttemptUpdate,
): Promise<void> {
  const attempt = await deps.api.call(updateAttempt, { id, body }).catch(() => null)
  if (attempt !== null) view.receive(attempt)
}

export function awaitingWallet(app: WalletApp | null): AttemptUpdate {
  const walletApp = [app?.name, app?.appName].find((text) => v.is(WalletAppSchema, text))
  return { state: 'awaiting-wallet', ...(walletApp !== undefined && { walletApp }) }
}

/** Ends an attempt that can no longer succeed, for a reason that this device knows. */
export function giveUp(parts: AttemptParts, id: string, errorCode: ProblemCode): void {
  parts.view.fail(id, errorCode)
  void reportProgress(parts, id, { state: 'failed', errorCode })
}
