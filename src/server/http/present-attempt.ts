import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { Safe } from '#shared/multisig.ts'
import type { StoredMultisig, StoredWallet } from '../store/stored.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Outcome } from '../linking/settle.ts'
import { proofDomain } from '../verify/ton-proof.ts'
import { viewSafe } from './multisig-views.ts'
import { refuseFor } from './refuse-for.ts'
import { accepted, created, ok, type Reply } from './reply.ts'
import { viewAttempt } from './views.ts'

type AttemptDeps = Pick<HttpDeps, 'store' | 'now' | 'tonChain' | 'publicUrl'>

/** Answers a call with what came of it. This alone turns outcomes of linking into statuses. */
export async function replyToOutcome(outcome: Outcome, deps: AttemptDeps): Promise<Reply<Attempt>> {
  switch (outcome.kind) {
    case 'account-fixed':
      return ok(await presentAttempt(outcome.attempt, deps))
    case 'started':
    case 'confirmed':
      return created(await presentAttempt(outcome.attempt, deps))
    case 'waiting':
      return accepted(await presentAttempt(outcome.attempt, deps))
    case 'linked':
      return created(presentLinked(outcome.attempt, outcome.wallet, deps))
    case 'refused':
      return refuseFor(outcome.code, outcome.retryAfterMs)
  }
}

/** The attempt as its member sees it, with the wallet once there is one. */
export async function presentAttempt(attempt: StoredAttempt, deps: AttemptDeps): Promise<Attempt> {
  const { walletId, userId } = attempt
  const [wallet, signsFor, multisig] = await Promise.all([
    walletId === null ? undefined : deps.store.findWallet(walletId, userId),
    findSafeToSignFor(attempt, deps),
    findOwnSafe(attempt, deps),
  ])
  return viewAttempt(attempt, { ...getContext(deps), wallet, signsFor, multisig })
}

/** The attempt after it linked this wallet. */
function presentLinked(attempt: StoredAttempt, wallet: StoredWallet, site: AttemptDeps): Attempt {
  const linked = { ...attempt, state: 'linked', walletId: wallet.id } as const
  const multisig = findSafe(wallet.multisig)
  return viewAttempt(linked, { ...getContext(site), wallet, signsFor: null, multisig })
}

/** The Safe of the cosigning, for which one of its owners signs the text. */
async function findSafeToSignFor(
  { family, cosign }: StoredAttempt,
  { store, now }: AttemptDeps,
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
  { store }: AttemptDeps,
): Promise<Safe | null> {
  if (account?.family !== 'evm' || cosign !== null) return null
  return findSafe((await store.findSafe(account)) ?? null)
}

function findSafe(multisig: StoredMultisig | null): Safe | null {
  return multisig?.family === 'evm' ? viewSafe(multisig) : null
}

function getContext({ tonChain, publicUrl }: AttemptDeps) {
  return { domain: proofDomain(publicUrl), network: tonChain.network }
}
