import {
  ATTEMPTS_PER_WINDOW,
  ATTEMPTS_WINDOW_MS,
  COSIGNING_TTL_MS,
  WALLETS_PER_USER,
} from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { randomNonce } from '../proofs/random-nonce.ts'
import { canKeysConfirm } from './can-keys-confirm.ts'
import { signsFor } from './signs-for.ts'
import { memberLimit } from '../rate-limit/member-limits.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { CosigningTerms } from '../store/rows/cosigning-rows.ts'
import type { Store } from '../store/store.ts'
import type { StoredMultisig, EpochMs, StoredUser, StoredWallet } from '../store/database/stored.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import { writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import type { StartResult } from './cosignings.ts'
import { type Multisigs, unreachableCode } from './multisigs.ts'

export type StartingDeps = {
  store: Pick<
    Store,
    | 'findMultisig'
    | 'findOwnCosigning'
    | 'listWallets'
    | 'createAttempt'
    | 'openCosigning'
    | 'consume'
    | 'retryAfter'
  >
  multisigs: Pick<Multisigs, 'readNow'>
  evmChains: EvmChains | null
  /** Origin under which members reach us. */
  publicUrl: string
  appName: string
  now: () => EpochMs
  onEvent: () => void
}

type CosigningRequest = { multisigId: string; requestCode: string | null }

/** Opens a cosigning for a member with a linked wallet that is an owner now. A live cosigning of theirs continues. */
export async function startCosigning(
  user: StoredUser,
  asked: CosigningRequest,
  deps: StartingDeps,
): Promise<StartResult> {
  const known = await deps.store.findMultisig(asked.multisigId)
  if (!known) return refuse('multisig-not-found')
  if (known.family === 'evm' && deps.evmChains === null) return refuse('evm-off')
  const live = await deps.store.findOwnCosigning(user.id, { multisigId: known.id }, deps.now())
  if (live) return { ok: true, cosigning: live }
  const limit = memberLimit('cosignings', user)
  // The rate limit is checked before the chain is queried, and consumed only when a cosigning is opened.
  const waitMs = await deps.store.retryAfter(limit.subject, limit.rate, deps.now())
  if (waitMs > 0) return refuse('rate-limited', waitMs)
  const { multisig, state } = await deps.multisigs.readNow(known)
  if (state === 'unreachable') return refuse(unreachableCode(known))
  if (state === 'gone') return refuse('multisig-not-found')
  const wallets = await deps.store.listWallets(user.id)
  const refusal = checkStarter(wallets, multisig)
  if (refusal) return refuse(refusal)
  if (!(await canKeysConfirm(multisig, deps))) return refuse('cosign-no-keys')
  return open({ user, asked, multisig }, deps)
}

/** Refuses a member who is not an owner, and one who has no room for another wallet. */
function checkStarter(
  wallets: readonly StoredWallet[],
  multisig: StoredMultisig,
): ProblemCode | null {
  if (!wallets.some((wallet) => signsFor(wallet, multisig))) return 'multisig-not-signer'
  const isLinked = wallets.some((wallet) => wallet.multisig?.id === multisig.id)
  return wallets.length >= WALLETS_PER_USER && !isLinked ? 'wallet-limit' : null
}

type StartTerms = { user: StoredUser; asked: CosigningRequest; multisig: StoredMultisig }

async function open(
  { user, asked, multisig }: StartTerms,
  deps: StartingDeps,
): Promise<StartResult> {
  const { subject, rate } = memberLimit('cosignings', user)
  const limit = await deps.store.consume(subject, rate, deps.now())
  if (!limit.taken) return refuse('rate-limited', limit.retryAfterMs)
  const now = deps.now()
  const attempt = await deps.store.createAttempt(
    {
      userId: user.id,
      family: multisig.family,
      nonce: randomNonce(),
      message: null,
      client: null,
      requestCode: asked.requestCode,
      cosign: null,
      now,
      expiresAt: now + COSIGNING_TTL_MS,
    },
    { limit: ATTEMPTS_PER_WINDOW, since: now - ATTEMPTS_WINDOW_MS },
  )
  if (attempt === 'too-many-attempts') return refuse(attempt, ATTEMPTS_WINDOW_MS)
  return openFor(attempt, { user, multisig }, deps)
}

async function openFor(
  attempt: StoredAttempt,
  { user, multisig }: Pick<StartTerms, 'user' | 'multisig'>,
  deps: StartingDeps,
): Promise<StartResult> {
  const { id: attemptId, expiresAt } = attempt
  const cosigning = await deps.store.openCosigning(
    {
      attemptId,
      userId: user.id,
      attemptState: 'awaiting-cosigners',
      expiresAt,
      ...getTerms(attempt, { user, multisig }, deps),
    },
    deps.now(),
  )
  if (!cosigning) return refuse('attempt-settled')
  deps.onEvent()
  return { ok: true, cosigning }
}

/** Signatures if the multisig is a Safe that can check them, agreements otherwise. */
function getTerms(
  { id: attemptId, nonce, createdAt: issuedAt, expiresAt }: StoredAttempt,
  { user, multisig }: Pick<StartTerms, 'user' | 'multisig'>,
  { publicUrl, appName }: StartingDeps,
): CosigningTerms {
  if (multisig.family !== 'evm' || !multisig.canSign) return { method: 'agreements', multisig }
  const own = { publicUrl, appName, user, account: multisig, kind: 'safe' } as const
  const message = writeEvmMessage({ ...own, attemptId, nonce, issuedAt, expiresAt })
  return { method: 'signatures', multisig, message }
}

function refuse(code: ProblemCode, retryAfterMs?: number): StartResult {
  return { ok: false, code, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
