import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { Safe } from '#shared/multisig.ts'
import type { StoredMultisig, StoredWallet } from '../store/stored.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { HttpDeps } from './http-deps.ts'
import { viewSafe } from './multisig-views.ts'
import { viewAttempt } from './views.ts'

type AttemptViewDeps = Pick<HttpDeps, 'tonChain' | 'publicUrl'>

/** The attempt as its member sees it, with the wallet once there is one. */
export async function presentAttempt(
  attempt: StoredAttempt,
  deps: AttemptViewDeps & Pick<HttpDeps, 'store' | 'now'>,
): Promise<Attempt> {
  const { walletId, userId } = attempt
  const [wallet, signsFor, multisig] = await Promise.all([
    walletId === null ? undefined : deps.store.findWallet(walletId, userId),
    findSafeToSignFor(attempt, deps),
    findOwnSafe(attempt, deps),
  ])
  return viewAttempt(attempt, { ...getContext(deps), wallet, signsFor, multisig })
}

/** The attempt after it linked this wallet. */
export function presentLinked(
  attempt: StoredAttempt,
  wallet: StoredWallet,
  site: AttemptViewDeps,
): Attempt {
  const linked = { ...attempt, state: 'linked', walletId: wallet.id } as const
  const multisig = findSafe(wallet.multisig)
  return viewAttempt(linked, { ...getContext(site), wallet, signsFor: null, multisig })
}

/** The Safe of the cosigning, for which one of its owners signs the text. */
async function findSafeToSignFor(
  { family, cosign }: StoredAttempt,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<EvmAccount | null> {
  if (family === 'ton' || cosign === null) return null
  const cosigning = await store.findCosigning(cosign.code, now())
  if (cosigning?.method !== 'signatures') return null
  const { chainId, address } = cosigning.multisig
  return { chainId, address }
}

/** The Safe at the attempt's own account, if that is known to be one. */
async function findOwnSafe(
  { account, cosign }: StoredAttempt,
  { store }: Pick<HttpDeps, 'store'>,
): Promise<Safe | null> {
  if (account?.family !== 'evm' || cosign !== null) return null
  return findSafe((await store.findSafe(account)) ?? null)
}

function findSafe(multisig: StoredMultisig | null): Safe | null {
  return multisig?.family === 'evm' ? viewSafe(multisig) : null
}

function getContext({ tonChain, publicUrl }: AttemptViewDeps) {
  return { domain: proofDomain(publicUrl), network: tonChain.network }
}

/** The domain that TON wallets sign: host and port of the manifest's `url` (TON Connect, ton_proof). */
export function proofDomain(publicUrl: string): string {
  return new URL(publicUrl).host
}
