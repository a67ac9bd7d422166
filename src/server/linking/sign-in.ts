import { isRefusal } from '#proof/check.ts'
import { checkTime } from '#proof/check-time.ts'
import { isSettled } from '#shared/attempt.ts'
import { PROBLEMS } from '#shared/problem.ts'
import type { SignIn, SignInTerms } from '#shared/sign-in.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { exclusiveEvmChains, timeCheck } from '../chains/user-queue.ts'
import { judgeEvm } from '../proofs/judge-evm.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { StoredUser } from '../store/database/stored.ts'
import { writeEvmFields } from '#proof/evm/sign-in-message.ts'
import { checkSignIn } from './check-sign-in.ts'
import type { LinkingDeps } from './linking-deps.ts'
import { type Proving, type LinkingRefusal, refuseUnchanged, type SettledProof } from './settle.ts'

type SignInDeps = Pick<LinkingDeps, 'publicUrl' | 'appName' | 'evmChains'>

/**
 * What a wallet may sign as it connects. Null for an owner's confirmation and for a Safe whose owners sign one by one:
 * they sign another message.
 */
export function findSignInTerms(
  attempt: StoredAttempt,
  user: StoredUser,
  { publicUrl, appName, evmChains }: SignInDeps,
): SignInTerms | null {
  const { id: attemptId, family, state, nonce, expiresAt, cosign, cosigningCode } = attempt
  const [chainId] = evmChains?.ids ?? []
  if (family !== 'evm' || chainId === undefined || isSettled(state)) return null
  if (cosign !== null || cosigningCode !== null) return null
  return {
    ...writeEvmFields({ publicUrl, appName, user, attemptId, nonce, expiresAt }),
    chainId,
  }
}

type SignedIn = { message: string; settled: SettledProof }

/**
 * The proof that a wallet gave as it connected. Null where it must be asked to sign: whatever is odd about the sign-in
 * costs a second approval, and nothing else. Counts only for the account of a key; contract accounts are asked
 * separately, because who signs for them decides what they prove. A chain that does not answer is a refusal that changes
 * nothing, because a second signature would wait for it as well.
 */
export async function proveSignIn(
  { user, attempt, runExclusive }: Proving,
  { account, signIn }: { account: EvmAccount; signIn: SignIn },
  deps: LinkingDeps,
): Promise<SignedIn | LinkingRefusal | null> {
  const { evmChains, metrics, now, log } = deps
  const askToSign = (field: string) => {
    log.info({ attempt: attempt.id, field }, 'a sign-in does not fit: the wallet is asked to sign')
    return null
  }
  const terms = findSignInTerms(attempt, user, deps)
  if (terms === null || evmChains === null) return null
  const expected = { terms, account, createdAt: attempt.createdAt, now: now() }
  const checked = checkSignIn(signIn, expected)
  if (!checked.ok) return askToSign(checked.field)
  const { message } = checked
  const signed = { message, account, signature: checked.signature }
  const { telegramId } = user
  const verdict = await timeCheck({ family: 'evm', runExclusive, metrics }, (timed) =>
    judgeEvm(signed, { telegramId }, exclusiveEvmChains(evmChains, timed)),
  )
  if (!verdict.ok)
    return PROBLEMS[verdict.code].retry ? refuseUnchanged(attempt, verdict.code, deps) : null
  if (verdict.by !== 'key') return null
  const { proven, proof } = verdict
  // The device's clock may be after the end of the text, which no verifier accepts.
  if (isRefusal(checkTime(proof, now() / 1_000))) return askToSign('exp')
  return { message, settled: { proven, proof, accepted: null } }
}
