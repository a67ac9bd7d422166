import {
  ATTEMPTS_PER_WINDOW,
  ATTEMPTS_WINDOW_MS,
  COLLECTION_TTL_MS,
  WALLETS_PER_USER,
} from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { randomNonce } from '../random-nonce.ts'
import { signsFor } from '../signs-for.ts'
import type { StoredMultisig, WordsSought } from '../store/multisig-store.ts'
import type { Rate } from '../store/rate-limits.ts'
import type { EpochMs, Store, StoredAttempt, StoredUser, StoredWallet } from '../store/store.ts'
import type { Turn } from '../turn.ts'
import type { EvmChains } from '../verify/evm-chain.ts'
import { writeEvmMessage } from '../verify/evm-message.ts'
import type { Started } from './collections.ts'
import type { Multisigs } from './multisigs.ts'
import { unreachableCode } from './unreachable-code.ts'

export type StartingDeps = {
  store: Pick<
    Store,
    | 'findMultisig'
    | 'findOwnCollection'
    | 'listWallets'
    | 'createAttempt'
    | 'openCollection'
    | 'takeRequest'
    | 'waitOf'
  >
  multisigs: Pick<Multisigs, 'readNow'>
  evmChains: EvmChains | null
  /** Origin under which members reach us. */
  publicUrl: string
  appName: string
  now: () => EpochMs
  onEvent: () => void
}

type Asked = { multisigId: string; requestCode: string | null }

/** Collections that one account may start: ten a day, five of them at once. */
const START_RATE: Rate = { perSecond: 10 / 86_400, burst: 5 }

/** Opens a collection for a member one of whose linked wallets is an owner now; their live one is gone on with. */
export async function startCollecting(
  user: StoredUser,
  asked: Asked,
  deps: StartingDeps,
): Promise<Started> {
  const known = await deps.store.findMultisig(asked.multisigId)
  if (!known) return refuse('multisig-not-found')
  if (known.family === 'evm' && deps.evmChains === null) return refuse('evm-off')
  const live = await deps.store.findOwnCollection(user.id, { multisigId: known.id }, deps.now())
  if (live) return { ok: true, collection: live }
  const turn = startTurn(user)
  // Waited for before the chain is asked, taken only for what is opened.
  const waitMs = await deps.store.waitOf(turn.subject, turn.rate, deps.now())
  if (waitMs > 0) return refuse('rate-limited', waitMs)
  const { multisig, state } = await deps.multisigs.readNow(known)
  if (state === 'unreachable') return refuse(unreachableCode(known))
  if (state === 'gone') return refuse('multisig-not-found')
  const wallets = await deps.store.listWallets(user.id)
  const refusal = refuseStarter(wallets, multisig)
  return refusal ? refuse(refusal) : open({ user, asked, multisig }, deps)
}

/** Not a member who is no owner; nor one for whom there would be no room in the end. */
function refuseStarter(
  wallets: readonly StoredWallet[],
  multisig: StoredMultisig,
): ProblemCode | null {
  if (!wallets.some((wallet) => signsFor(wallet, multisig))) return 'multisig-not-signer'
  const isLinked = wallets.some((wallet) => wallet.multisig?.id === multisig.id)
  return wallets.length >= WALLETS_PER_USER && !isLinked ? 'wallet-limit' : null
}

type Opening = { user: StoredUser; asked: Asked; multisig: StoredMultisig }

async function open({ user, asked, multisig }: Opening, deps: StartingDeps): Promise<Started> {
  const { subject, rate } = startTurn(user)
  const turn = await deps.store.takeRequest(subject, rate, deps.now())
  if (!turn.taken) return refuse('rate-limited', turn.retryAfterMs)
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
      expiresAt: now + COLLECTION_TTL_MS,
    },
    { limit: ATTEMPTS_PER_WINDOW, since: now - ATTEMPTS_WINDOW_MS },
  )
  if (attempt === 'too-many-attempts') return refuse(attempt, ATTEMPTS_WINDOW_MS)
  return openFor(attempt, { user, multisig }, deps)
}

async function openFor(
  attempt: StoredAttempt,
  { user, multisig }: Pick<Opening, 'user' | 'multisig'>,
  deps: StartingDeps,
): Promise<Started> {
  const { id: attemptId, expiresAt } = attempt
  const collection = await deps.store.openCollection(
    {
      attemptId,
      userId: user.id,
      attemptState: 'awaiting-cosigners',
      expiresAt,
      ...seek(attempt, { user, multisig }, deps),
    },
    deps.now(),
  )
  if (!collection) return refuse('attempt-settled')
  deps.onEvent()
  return { ok: true, collection }
}

/** Signatures of a Safe that can check them, and agreements otherwise. */
function seek(
  { id: attemptId, nonce, createdAt: issuedAt, expiresAt }: StoredAttempt,
  { user, multisig }: Pick<Opening, 'user' | 'multisig'>,
  { publicUrl, appName }: StartingDeps,
): WordsSought {
  if (multisig.family !== 'evm' || !multisig.canSign) return { method: 'agreements', multisig }
  const own = { publicUrl, appName, user, account: multisig, kind: 'safe' } as const
  const message = writeEvmMessage({ ...own, attemptId, nonce, issuedAt, expiresAt })
  return { method: 'signatures', multisig, message }
}

/** The turn that a collection takes. It is the account's, not the member's: deleting everything starts no new count. */
export function startTurn({ telegramId }: Pick<StoredUser, 'telegramId'>): Turn {
  return { subject: `collecting:${telegramId}`, rate: START_RATE }
}

function refuse(code: ProblemCode, retryAfterMs?: number): Started {
  return { ok: false, code, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
