import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { StoredAttempt } from '../../store/rows/attempt-rows.ts'
import type { StoredUser, StoredMultisig, StoredWallet } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import {
  empty,
  ok,
  refuse,
  type Reply,
  type MemberRequest,
  serveMember,
  accepted,
  created,
} from '../route.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { Safe } from '#shared/multisig.ts'
import type { StoredCosigning } from '../../store/rows/cosigning-rows.ts'
import type { Outcome } from '../../linking/settle.ts'
import { findSignInTerms } from '../../linking/sign-in.ts'
import { getTonTerms } from '../../linking/ton-messages.ts'
import { viewSafe } from '../multisig-views.ts'
import { refuseFor } from '../refuse-for.ts'
import { viewAttempt } from '../views.ts'
import type { AttemptChange } from '../../store/linking/attempts.ts'

/** The attempt from start to outcome: with the account of an EVM attempt, and the proofs of all. */
export function serveAttempts(app: HttpApp, deps: HttpDeps): void {
  const { store, now, linking, onEvent } = deps

  serveMember(app, createAttempt, async ({ user, body }) =>
    replyToOutcome(await linking.start(user, body), user, deps),
  )

  serveMember(app, getAttempt, async ({ user, id }) =>
    answer(await store.findAttempt(id, user.id, now()), user, deps),
  )

  serveMember(app, updateAttempt, async ({ user, id, body }) =>
    answer(await store.advanceAttempt({ id, userId: user.id }, getChange(body), now()), user, deps),
  )

  serveMember(app, cancelAttempt, async ({ user, id }) => {
    const attempt = await store.advanceAttempt(
      { id, userId: user.id },
      { state: 'cancelled' },
      now(),
    )
    if (!attempt) return refuse('not-found')
    // Notifies the members who confirmed in its cosigning, which ends with the attempt.
    if (attempt.cosigningCode !== null) onEvent()
    return empty
  })

  serveMember(app, fixAccount, async ({ user, id, body }) =>
    replyToOutcome(await linking.fixAccount({ user, id }, body), user, deps),
  )

  serveMember(app, submitProof, async ({ user, id, body }) =>
    replyToOutcome(await linking.prove({ user, id }, body), user, deps),
  )

  serveMember(app, submitText, async ({ user, id, body }) =>
    replyToOutcome(await linking.proveText({ user, id }, body), user, deps),
  )
}

/** A change that came too late is no error; the answer is the attempt in its current state. */
async function answer(
  attempt: StoredAttempt | undefined,
  user: StoredUser,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  return attempt ? ok(await presentAttempt(attempt, user, deps)) : refuse('not-found')
}

function getChange(body: MemberRequest<typeof updateAttempt>['body']): AttemptChange {
  return body.state === 'awaiting-wallet'
    ? { state: body.state, walletApp: body.walletApp ?? null }
    : body
}

type AttemptDeps = Pick<HttpDeps, 'store' | 'now' | 'tonChain' | 'publicUrl' | 'evmChains' | 'boot'>

/** Answers a call with what came of it. This alone turns outcomes of linking into statuses. */
async function replyToOutcome(
  outcome: Outcome,
  user: StoredUser,
  deps: AttemptDeps,
): Promise<Reply<Attempt>> {
  switch (outcome.kind) {
    case 'account-fixed': {
      const { attempt, setback } = outcome
      return ok({ ...(await presentAttempt(attempt, user, deps)), ...(setback && { setback }) })
    }
    case 'on-several-chains':
      return ok({
        ...(await presentAttempt(outcome.attempt, user, deps)),
        contractOn: outcome.contractOn,
      })
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
async function presentAttempt(
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
  return viewAttempt(attempt, {
    ...getContext(signed, user, deps),
    wallet,
    signIn: findSignInTerms(attempt, user, { ...deps, appName: deps.boot.appName }),
    signsFor: findSignedSafe(signed),
    multisig,
  })
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
  return viewAttempt(linked, { ...context, wallet, signIn: null, signsFor: null, multisig })
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
    getTonTerms: () => getTonTerms(user, { nonce: attempt.nonce, multisig }, site),
  }
}
