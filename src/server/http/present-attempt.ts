import type { Attempt } from '#shared/attempt.ts'
import type { StoredAttempt } from '../store/store.ts'
import type { HttpDeps } from './http-deps.ts'
import { viewAttempt } from './views.ts'

/** The attempt for its member, with the wallet once there is one. */
export async function presentAttempt(
  attempt: StoredAttempt,
  { store, tonChain, publicUrl }: Pick<HttpDeps, 'store' | 'tonChain' | 'publicUrl'>,
): Promise<Attempt> {
  const { walletId, userId } = attempt
  const wallet = walletId === null ? undefined : await store.findWallet(walletId, userId)
  return viewAttempt(attempt, { domain: proofDomain(publicUrl), network: tonChain.network, wallet })
}

/** What wallets sign as the domain: host and port of the manifest's `url` (TON Connect, ton_proof). */
export function proofDomain(publicUrl: string): string {
  return new URL(publicUrl).host
}
