import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { Safe } from '#shared/multisig.ts'
import type { StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import type { StoredMultisig, StoredUser, StoredWallet } from '../store/stored.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Outcome } from '../linking/settle.ts'
import { tonPayload } from '../linking/ton-payload.ts'
import { proofDomain } from '../verify/ton-proof.ts'
import { viewSafe } from './multisig-views.ts'
import { refuseFor } from './refuse-for.ts'
import { accepted, created, ok, type Reply } from './reply.ts'
import { viewAttempt } from './views.ts'

type AttemptDeps = Pick<HttpDeps, 'store' | 'now' | 'tonChain' | 'publicUrl'>

/** Answers a call with what came of it. This alone turns outcomes of linking into statuses. */
export async function replyToOutcome(
  outcome: Outcome,
  user: StoredUser,
  deps: AttemptDeps,
): Promise<Reply<Attempt>> {
  switch (outcome.kind) {
    case 'account-fixed':
      return ok(await presentAttempt(outcome.attempt, user, deps))
    case 'started':
    case 'confirmed':
      return created(await presentAttempt(outcome.attempt, user, deps))
    case 'waiting':
      return accepted(await presentAttempt(outcome.attempt, user, deps))
    case 'linked':
      return created(presentLinked(outcome, user, deps))
    case 'refused':
      return refuseFor(outcome.code, outcome.retryAfterMs)
  }
}

/** The attempt as its member sees it, with the wallet once there is one. */
export async function presentAttempt(
  attempt: StoredAttempt,
  user: StoredUser,
  deps: AttemptDeps,
): Promise<Attempt> {
  const { walletId, cosign } = attempt
  const [wallet, cosigning = null, multisig] = await Promise.all([
    walletId === null ? undefined : deps.store.findWallet(walletId, user.id),
    cosign === null ? null : deps.store.findCosigning(cosign.code, deps.now()),
    findOwnSafe(attempt, deps),
  ])
  const signed = { attempt, cosigning }
  const context = getContext(signed, user, deps)
  return viewAttempt(attempt, { ...context, wallet, signsFor: findSignedSafe(signed), multisig })
}

/** The attempt after it linked this wallet. */
function presentLinked(
  { attempt, wallet }: { attempt: StoredAttempt; wallet: StoredWallet },
  user: StoredUser,
  site: AttemptDeps,
): Attempt {
  const linked = { ...attempt, state: 'linked', walletId: wallet.id } as const
  const multisig = findSafe(wallet.multisig)
  const context = getContext({ attempt, cosigning: null }, user, site)
  return viewAttempt(linked, { ...context, wallet, signsFor: null, multisig })
}

/** An attempt, and the cosigning in which it confirms. */
type SignedAttempt = { attempt: StoredAttempt; cosigning: StoredCosigning | null }

/** The Safe of the cosigning, for which one of its owners signs the text. */
function findSignedSafe({ attempt, cosigning }: SignedAttempt): EvmAccount | null {
  if (attempt.family === 'ton' || cosigning?.method !== 'signatures') return null
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

function getContext({ attempt, cosigning }: SignedAttempt, user: StoredUser, site: AttemptDeps) {
  const multisig = cosigning?.multisig ?? null
  return {
    domain: proofDomain(site.publicUrl),
    network: site.tonChain.network,
    getPayload: () => tonPayload(user, { nonce: attempt.nonce, multisig }, site),
  }
}
