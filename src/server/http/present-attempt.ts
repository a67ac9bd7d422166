import type { Attempt } from '#shared/attempt.ts'
import type { StoredAttempt, StoredWallet } from '../store/store.ts'
import type { HttpDeps } from './http-deps.ts'
import { viewAttempt } from './views.ts'

type Site = Pick<HttpDeps, 'tonChain' | 'publicUrl'>

/** The attempt for its member, with the wallet once there is one. */
export async function presentAttempt(
  attempt: StoredAttempt,
  deps: Site & Pick<HttpDeps, 'store'>,
): Promise<Attempt> {
  const { walletId, userId } = attempt
  const wallet = walletId === null ? undefined : await deps.store.findWallet(walletId, userId)
  return viewAttempt(attempt, { ...contextOf(deps), wallet })
}

/** The attempt as it is since it linked this wallet. */
export function presentLinked(attempt: StoredAttempt, wallet: StoredWallet, site: Site): Attempt {
  const linked = { ...attempt, state: 'linked', walletId: wallet.id } as const
  return viewAttempt(linked, { ...contextOf(site), wallet })
}

function contextOf({ tonChain, publicUrl }: Site) {
  return { domain: proofDomain(publicUrl), network: tonChain.network }
}

/** What TON wallets sign as the domain: host and port of the manifest's `url` (TON Connect, ton_proof). */
export function proofDomain(publicUrl: string): string {
  return new URL(publicUrl).host
}
