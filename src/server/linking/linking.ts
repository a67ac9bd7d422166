import type { EvmProof } from '#shared/api/submit-proof.ts'
import type { TonProof } from '#shared/ton-proof.ts'
import type { TonText } from '#shared/api/submit-text.ts'
import { createUserQueue, type RunExclusive } from '../chains/user-queue.ts'
import { memberLimit } from '../rate-limit/member-limits.ts'
import type { StoredUser } from '../store/database/stored.ts'
import { asksChain } from '../proofs/judge-ton.ts'
import { fixAccount, type AccountToFix } from './fix-account.ts'
import type { LinkingDeps } from './linking-deps.ts'
import { proveEvm } from './prove-evm.ts'
import { proveText } from './prove-text.ts'
import { proveTon } from './prove-ton.ts'
import {
  enforceLimit,
  lateCode,
  type Outcome,
  type Proving,
  type LinkingRefusal,
  refuse,
  refuseLate,
} from './settle.ts'
import { type AttemptDraft, startAttempt } from './start-attempt.ts'

/** An attempt, and the member who calls. Another member's attempt is treated as unknown. */
type OwnAttempt = { user: StoredUser; id: string }

export type Linking = ReturnType<typeof createLinking>

/** Linking a wallet: an attempt starts, its account is fixed if it is an EVM one, and a proof settles it. */
export function createLinking(deps: LinkingDeps) {
  const accountQueue = createUserQueue()
  const proofQueue = createUserQueue()

  async function withAttempt(
    { user, id }: OwnAttempt,
    queue: (memberId: string) => RunExclusive,
    step: (proving: Proving) => Promise<Outcome>,
  ): Promise<Outcome> {
    const attempt = await deps.store.findAttempt(id, user.id, deps.now())
    return attempt ? step({ user, attempt, runExclusive: queue(user.id) }) : refuse('not-found')
  }

  return {
    start: (user: StoredUser, draft: AttemptDraft) => startAttempt(user, draft, deps),
    /**
     * Fixes the account that an EVM wallet has shared, and writes the message that it must sign; links it if the wallet
     * has signed in as it connected.
     */
    fixAccount: (target: OwnAttempt, shared: AccountToFix) =>
      withAttempt(target, accountQueue, (fixing) => fixAccount(fixing, shared, deps)),
    /** verify → one transaction that spends the nonce and links → receipt. */
    prove: (target: OwnAttempt, proof: TonProof | EvmProof) =>
      withAttempt(target, proofQueue, (proving) => prove(proving, proof, deps)),
    /** The text that names the member, signed by the same TON wallet. */
    proveText: async (target: OwnAttempt, text: TonText): Promise<Outcome> =>
      deps.policy.tonText === 'off'
        ? refuse('not-found')
        : withAttempt(target, proofQueue, async (proving) => {
            const refusal =
              (await limitRepeats(proving, deps)) ?? (await limitQueries(proving, text, deps))
            return refusal ?? proveText(proving, text, deps)
          }),
  }
}

async function prove(
  proving: Proving,
  proof: TonProof | EvmProof,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { family, state } = proving.attempt
  const isEvm = 'signature' in proof
  if (isEvm !== (family === 'evm')) return refuse('bad-request')
  // Its owners prove their own wallets, each in their own attempt.
  if (state === 'awaiting-cosigners') return refuse('bad-request')
  const late = state === 'awaiting-consent' ? 'attempt-settled' : lateCode(proving.attempt)
  if (late) return refuseLate(proving.attempt, late, deps)
  const refusal = await limitRepeats(proving, deps)
  if (refusal) return refusal
  if (isEvm) return proveEvm(proving, proof, deps)
  return (await limitQueries(proving, proof, deps)) ?? proveTon(proving, proof, deps)
}

/** A made-up proof can cause queries to the chain without any signature. Most wallets need no query. */
async function limitQueries(
  { user }: Proving,
  signed: { stateInit: string },
  deps: LinkingDeps,
): Promise<LinkingRefusal | undefined> {
  return asksChain(signed) ? enforceLimit(memberLimit('ton-chain', user), deps) : undefined
}

/**
 * A proof that does not count leaves such an attempt open, so each repetition queries the chains again and needs a rate
 * limit.
 */
async function limitRepeats(
  { user, attempt }: Proving,
  deps: LinkingDeps,
): Promise<LinkingRefusal | undefined> {
  const mayRepeat = attempt.cosign !== null || attempt.cosigningCode !== null
  return mayRepeat ? enforceLimit(memberLimit('multisigs', user), deps) : undefined
}
