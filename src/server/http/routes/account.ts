import type { Hono } from 'hono'
import { fixAccount } from '#shared/api/fix-account.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { COSIGNING_TTL_MS, EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import { createUserQueue, type RunExclusive } from '../../chains/user-queue.ts'
import { startLimit } from '../../multisig/start-cosigning.ts'
import type { StoredAttempt } from '../../store/linking/attempts.ts'
import type { StoredCosigning } from '../../store/multisigs/cosigning-rows.ts'
import type { StoredUser, StoredSafe } from '../../store/stored.ts'
import { parseEvmAddress } from '../../verify/evm-address.ts'
import { type EvmMessageTerms, writeEvmMessage } from '../../verify/evm-message.ts'
import { type Cosign, findOpenCosigning, requireOwner } from '../add-confirmation.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { multisigLimit } from '../../rate-limit/multisig-limit.ts'
import { presentAttempt } from '../present-attempt.ts'
import { refuseBusy } from '../refuse-for.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { ok, refuse, type Reply } from '../reply.ts'
import { serveMember } from '../route.ts'
import { lateCode, refuseLate, refuseUnchanged } from '../settle-proof.ts'

/** The account that the wallet has shared, and the message that the server writes for it. */
export function serveAccount(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const userQueue = createUserQueue()

  serveMember(app, fixAccount, async ({ user, id, body }) => {
    const attempt = await deps.store.findAttempt(id, user.id, deps.now())
    if (!attempt) return refuse('not-found')
    if (attempt.family !== 'evm') return refuse('bad-request')
    if (deps.evmChains === null) return refuse('evm-off')
    const late = lateCode(attempt)
    if (late) return refuseLate(attempt, late, deps)
    const address = parseEvmAddress(body.address)
    if (address === null) return refuse('evm-address-malformed')
    if (!deps.evmChains.ids.includes(body.chainId)) return refuse('evm-chain-unsupported')
    const account = { address, chainId: body.chainId }
    if (isFixed(attempt, account) || attempt.state === 'awaiting-cosigners')
      return ok(await presentAttempt(attempt, deps))
    const refusal = await enforceRateLimit(multisigLimit(user), deps)
    return refusal ?? decide({ user, attempt, account, runExclusive: userQueue(user.id) }, deps)
  })
}

type Fixing = {
  user: StoredUser
  attempt: StoredAttempt
  account: EvmAccount
  runExclusive: RunExclusive
}

function isFixed({ account }: StoredAttempt, { address, chainId }: EvmAccount): boolean {
  return account?.family === 'evm' && account.address === address && account.chainId === chainId
}

function decide(fixing: Fixing, deps: HttpDeps): Promise<Reply<Attempt>> {
  const { cosign } = fixing.attempt
  return cosign === null ? fixOwn(fixing, deps) : fixOwner(fixing, cosign, deps)
}

/** The account that the member wants to link. If it is a Safe, its owners may also sign one by one. */
async function fixOwn(fixing: Fixing, deps: HttpDeps): Promise<Reply<Attempt>> {
  const { attempt, account, runExclusive } = fixing
  const recognition = await runExclusive(() => deps.multisigs.at({ family: 'evm', ...account }))
  if (recognition === 'busy') return refuseBusy()
  const safe = recognition.found.find((one) => one.family === 'evm')
  const isCollected = safe !== undefined && (await isToCollect(fixing, safe, deps))
  if (isCollected && attempt.cosigningCode === null) return collect(fixing, safe, deps)
  const kind = safe ? 'safe' : 'wallet'
  const fixed = await fix(fixing, { expiresAt: getExpiry(attempt, deps), kind }, deps)
  return isCollected && fixed.kind === 'body' ? collect(fixing, safe, deps) : fixed
}

/** A Safe's owners have days to sign. An account that replaces the Safe has only the usual time. */
function getExpiry(
  { cosigningCode, expiresAt }: StoredAttempt,
  { now }: Pick<HttpDeps, 'now'>,
): number {
  return cosigningCode === null ? expiresAt : now() + EVM_ATTEMPT_TTL_MS
}

/**
 * Whether to open a cosigning. A Safe that cannot sign is linked another way, and one cosigning per Safe is enough. The
 * rate limit applies because each cosigning queries a chain, and services of others, for days. Without a cosigning, the
 * Safe may still sign as a whole.
 */
async function isToCollect(
  { user }: Fixing,
  safe: StoredSafe,
  { store, now }: HttpDeps,
): Promise<boolean> {
  if (!safe.canSign) return false
  const own = await store.findOwnCosigning(user.id, { multisigId: safe.id }, now())
  if (own !== undefined) return false
  const { subject, rate } = startLimit(user)
  return (await store.consume(subject, rate, now())).taken
}

async function collect(fixing: Fixing, safe: StoredSafe, deps: HttpDeps): Promise<Reply<Attempt>> {
  const { id: attemptId, userId } = fixing.attempt
  const now = deps.now()
  const expiresAt = now + COSIGNING_TTL_MS
  await deps.store.openCosigning(
    {
      attemptId,
      userId,
      method: 'signatures',
      multisig: safe,
      message: writeMessage(fixing, { expiresAt, kind: 'safe' }, deps),
      attemptState: 'awaiting-signature',
      expiresAt,
    },
    now,
  )
  // If no cosigning was opened, the attempt has ended meanwhile, or another call has opened one.
  return answerFixed(await deps.store.findAttempt(attemptId, userId, now), deps)
}

/** The account of an owner who gives a confirmation in another member's cosigning. */
async function fixOwner(fixing: Fixing, cosign: Cosign, deps: HttpDeps): Promise<Reply<Attempt>> {
  const { attempt, account } = fixing
  const cosigning = await findOpenCosigning(cosign, deps)
  if (cosigning?.multisig.family !== 'evm') return refuse('cosign-closed')
  const refusal = await requireOwner(fixing, { cosigning, address: account.address }, deps)
  if (refusal) return refusal
  if (hasAnotherAgreed(fixing, cosigning))
    return refuseUnchanged(attempt, 'cosign-owner-taken', deps)
  const { chainId, address } = cosigning.multisig
  if (await isContract({ ...account, chainId }, fixing, deps))
    return refuseUnchanged(attempt, 'cosign-owner-contract', deps)
  const { expiresAt } = attempt
  const message = cosigning.method === 'signatures' ? cosigning.message : undefined
  return fix(fixing, { expiresAt, message, safe: { chainId, address } }, deps)
}

/**
 * Refuses before the owner signs in vain. That the owner's wallet belongs to another member is not revealed here,
 * because nothing is proven yet and only a proven owner may learn who is a member. The store checks it when the
 * confirmation comes.
 */
function hasAnotherAgreed({ user, account }: Fixing, cosigning: StoredCosigning): boolean {
  // Signatures of the Safe's text exclude no member, because the text names none.
  if (cosigning.method === 'signatures') return false
  return cosigning.confirmations.some(
    ({ owner, user: confirmer }) =>
      owner === account.address && confirmer !== null && confirmer.id !== user.id,
  )
}

/** A contract has no key to sign with. If the chain does not answer, the check of the signature decides. */
async function isContract(
  { chainId, address }: EvmAccount,
  { runExclusive }: Fixing,
  { evmChains }: HttpDeps,
): Promise<boolean> {
  return (await runExclusive(async () => evmChains?.codeAt(chainId, address))) === 'contract'
}

type AccountTerms = {
  /** Until when the account's wallet may sign. */
  expiresAt: number
  /** @default a message that is written for this account */
  message?: string | undefined
} & Pick<EvmMessageTerms, 'kind' | 'safe'>

async function fix(
  fixing: Fixing,
  { message, ...terms }: AccountTerms,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt, account } = fixing
  const fixed = await deps.store.fixAccount(
    { id: attempt.id, userId: attempt.userId },
    {
      account: { family: 'evm', ...account },
      message: message ?? writeMessage(fixing, terms, deps),
      expiresAt: terms.expiresAt,
    },
    deps.now(),
  )
  return answerFixed(fixed, deps)
}

async function answerFixed(
  fixed: StoredAttempt | undefined,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  if (!fixed) return refuse('not-found')
  const late = lateCode(fixed)
  return late ? refuseLate(fixed, late, deps) : ok(await presentAttempt(fixed, deps))
}

function writeMessage(
  { user, attempt, account }: Fixing,
  terms: Omit<AccountTerms, 'message'>,
  deps: HttpDeps,
): string {
  return writeEvmMessage({
    publicUrl: deps.publicUrl,
    appName: deps.boot.appName,
    user,
    account,
    attemptId: attempt.id,
    nonce: attempt.nonce,
    issuedAt: deps.now(),
    ...terms,
  })
}
