import type { RequestOf } from '#shared/api/endpoint.ts'
import type { fixAccount as fixAccountCall } from '#shared/api/fix-account.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { SignIn } from '#shared/sign-in.ts'
import { COSIGNING_TTL_MS, EVM_ATTEMPT_TTL_MS, RECOGNITION_BUDGET_MS } from '#shared/limits.ts'
import { startBudget } from '../multisig/budget.ts'
import { canKeysConfirm } from '../multisig/can-keys-confirm.ts'
import { memberLimit } from '../rate-limit/member-limits.ts'
import { takeOne } from '../store/database/rate-limits.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import type { StoredSafe } from '../store/database/stored.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import { parseEvmAddress } from '#shared/parse-evm-address.ts'
import { type EvmMessageTerms, writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import { type Cosign, findOpenCosigning, requireOwner } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  enforceLimit,
  lateCode,
  type Outcome,
  type Proving,
  refuse,
  refuseLate,
  refuseUnchanged,
  settle,
} from './settle.ts'
import { proveSignIn } from './sign-in.ts'

type Fixing = Proving & { account: EvmAccount }

/** The account that a wallet has shared, and what it signed as it connected, if anything. */
export type AccountToFix = RequestOf<typeof fixAccountCall>

/** Fixes the account that the wallet has shared, and writes the message for it. A valid sign-in links it immediately. */
export async function fixAccount(
  proving: Proving,
  { signIn, otherChainIds, ...shared }: AccountToFix,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { user, attempt } = proving
  if (attempt.family !== 'evm') return refuse('bad-request')
  if (deps.evmChains === null) return refuse('evm-off')
  const late = lateCode(attempt)
  if (late) return refuseLate(attempt, late, deps)
  const account = readAccount(shared, deps.evmChains)
  if (typeof account === 'string') return refuse(account)
  const offered = { address: account.address, chainIds: getChainIds(account, otherChainIds) }
  const isKnown = isFixed(attempt, offered) || attempt.state === 'awaiting-cosigners'
  const known: Outcome = { kind: 'account-fixed', attempt }
  if (isKnown && signIn === undefined) return known
  const refusal = await enforceLimit(memberLimit('multisigs', user), deps)
  if (refusal) return refusal
  const fixing = { ...proving, account }
  const signedIn = signIn && (await linkSignedIn(fixing, signIn, deps))
  return signedIn ?? (isKnown ? known : fixOnOneChain(fixing, offered.chainIds, deps))
}

/** The chains on which the wallet offers the account, each once, the preferred first. */
function getChainIds({ chainId }: EvmAccount, otherChainIds: readonly number[] = []): number[] {
  return [...new Set([chainId, ...otherChainIds])]
}

/** Fixes the account on the one of these chains on which it is a contract; that of a key, on the first. */
async function fixOnOneChain(
  fixing: Fixing,
  chainIds: readonly number[],
  deps: LinkingDeps,
): Promise<Outcome> {
  const { attempt, account } = fixing
  if (attempt.cosign !== null || chainIds.length === 1) return fixNew(fixing, deps)
  const contractOn = await findContracts(fixing, chainIds, deps)
  if (contractOn === 'busy') return refuse(contractOn)
  const [chainId = account.chainId, ...others] = contractOn
  return others.length > 0
    ? { kind: 'on-several-chains', attempt, contractOn }
    : fixNew({ ...fixing, account: { ...account, chainId } }, deps)
}

/** On which of these chains the account is a contract, as far as they answer in time: a key's account needs no answer. */
async function findContracts(
  { account, runExclusive }: Fixing,
  chainIds: readonly number[],
  { evmChains }: LinkingDeps,
): Promise<number[] | 'busy'> {
  const budget = startBudget(RECOGNITION_BUDGET_MS)
  const codeOn = async (chainId: number) => evmChains?.codeAt(chainId, account.address)
  const codes = await runExclusive(() =>
    Promise.all(chainIds.map(async (id) => budget.wait(codeOn(id)))),
  )
  budget.end()
  return codes === 'busy' ? codes : chainIds.filter((_, at) => codes[at] === 'contract')
}

/** The account with its checksum, or why it is refused. */
function readAccount(shared: EvmAccount, { ids }: EvmChains) {
  const address = parseEvmAddress(shared.address)
  if (address === null) return 'evm-address-malformed'
  if (!ids.includes(shared.chainId)) return 'evm-chain-unsupported'
  return { address, chainId: shared.chainId }
}

function fixNew(fixing: Fixing, deps: LinkingDeps): Promise<Outcome> {
  const { cosign } = fixing.attempt
  return cosign === null ? fixOwn(fixing, deps) : fixOwner(fixing, cosign, deps)
}

/**
 * Links the account by what it signed as it connected; null where that proves nothing. The account is fixed first,
 * because a text links only a fixed account.
 */
async function linkSignedIn(
  fixing: Fixing,
  signIn: SignIn,
  deps: LinkingDeps,
): Promise<Outcome | null> {
  const proof = await proveSignIn(fixing, { account: fixing.account, signIn }, deps)
  if (proof === null || 'code' in proof) return proof
  const { expiresAt } = fixing.attempt
  const fixed = await fix(fixing, { expiresAt, message: proof.message }, deps)
  return fixed.kind === 'account-fixed' ? settle(fixed.attempt, proof.settled, deps) : fixed
}

type OfferedAccount = { address: string; chainIds: readonly number[] }

function isFixed({ account }: StoredAttempt, { address, chainIds }: OfferedAccount): boolean {
  if (account?.family !== 'evm' || account.address !== address) return false
  return chainIds.includes(account.chainId)
}

/** The account that the member wants to link. If it is a Safe, its owners may also sign one by one. */
async function fixOwn(fixing: Fixing, deps: LinkingDeps): Promise<Outcome> {
  const { attempt, account, runExclusive } = fixing
  const recognition = await runExclusive(() => deps.multisigs.at({ family: 'evm', ...account }))
  if (recognition === 'busy') return refuse(recognition)
  const safe = recognition.found.find((one) => one.family === 'evm')
  const isKeyless =
    safe?.canSign === true && !(await runExclusive(() => canKeysConfirm(safe, deps)))
  const isCollected = safe !== undefined && !isKeyless && (await isToCollect(fixing, safe, deps))
  if (isCollected && attempt.cosigningCode === null) return collect(fixing, safe, deps)
  const kind = safe ? 'safe' : 'wallet'
  const fixed = await fix(fixing, { expiresAt: getExpiry(attempt, deps), kind }, deps)
  if (fixed.kind !== 'account-fixed') return fixed
  if (isKeyless) return { ...fixed, setback: 'cosign-no-keys' }
  return isCollected ? collect(fixing, safe, deps) : fixed
}

/** A Safe's owners have days to sign. An account that replaces the Safe has only the usual time. */
function getExpiry({ cosigningCode, expiresAt }: StoredAttempt, { now }: LinkingDeps): number {
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
  { store, now }: LinkingDeps,
): Promise<boolean> {
  if (!safe.canSign) return false
  const own = await store.findOwnCosigning(user.id, { multisigId: safe.id }, now())
  if (own !== undefined) return false
  return (await takeOne(memberLimit('cosignings', user), { store, now })) === 0
}

async function collect(fixing: Fixing, safe: StoredSafe, deps: LinkingDeps): Promise<Outcome> {
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
  return toOutcome(await deps.store.findAttempt(attemptId, userId, now), deps)
}

/** The account of an owner who gives a confirmation in another member's cosigning. */
async function fixOwner(fixing: Fixing, cosign: Cosign, deps: LinkingDeps): Promise<Outcome> {
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
 * Refuses before the owner signs for nothing. That the owner's wallet belongs to another member is not revealed here,
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
  { evmChains }: LinkingDeps,
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
  deps: LinkingDeps,
): Promise<Outcome> {
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
  return toOutcome(fixed, deps)
}

function toOutcome(fixed: StoredAttempt | undefined, deps: LinkingDeps): Outcome {
  if (!fixed) return refuse('not-found')
  const late = lateCode(fixed)
  return late ? refuseLate(fixed, late, deps) : { kind: 'account-fixed', attempt: fixed }
}

function writeMessage(
  { user, attempt, account }: Fixing,
  terms: Omit<AccountTerms, 'message'>,
  deps: LinkingDeps,
): string {
  return writeEvmMessage({
    publicUrl: deps.publicUrl,
    appName: deps.appName,
    user,
    account,
    attemptId: attempt.id,
    nonce: attempt.nonce,
    issuedAt: deps.now(),
    ...terms,
  })
}
