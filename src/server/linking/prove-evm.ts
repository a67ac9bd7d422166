import type { EvmProof } from '#shared/api/submit-proof.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { exclusiveEvmChains, timeCheck } from '../chains/user-queue.ts'
import { verifyOwner } from '../multisig/verify-owner.ts'
import type { AcceptedMessage } from '../proofs/evm-evidence.ts'
import { judgeAcceptance } from '../proofs/judge-acceptance.ts'
import { judgeEvm, type SignedEvmMessage } from '../proofs/judge-evm.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import { type Cosign, confirm, findOpenCosigning } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  type Outcome,
  type Proving,
  refuse,
  refuseProof,
  refuseUnchanged,
  settle,
  type SettledProof,
} from './settle.ts'

/** Accepts only a signature of the message that the server wrote for the attempt's account. */
export async function proveEvm(
  proving: Proving,
  { signature }: EvmProof,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { attempt, runExclusive } = proving
  const { evmChains, metrics, store } = deps
  if (evmChains === null) return refuse('evm-off')
  const { message, account, cosign } = attempt
  if (message === null || account?.family !== 'evm') return refuse('evm-account-missing')
  // The operator has removed the chain since; a retry cannot succeed either.
  if (!evmChains.ids.includes(account.chainId)) return refuse('evm-chain-unsupported')
  const signed = { message, account, signature }
  if (cosign) return proveOwner(proving, { signed, cosign, chains: evmChains }, deps)
  const { telegramId } = proving.user
  const wasContract = (await store.findSafe(account)) !== undefined
  const verdict = await timeCheck({ family: 'evm', runExclusive, metrics }, (timed) =>
    judgeEvm({ ...signed, wasContract }, { telegramId }, exclusiveEvmChains(evmChains, timed)),
  )
  if (!verdict.ok)
    return attempt.cosigningCode === null
      ? refuseProof(attempt, verdict.code, deps)
      : // Its owners may still sign one by one.
        refuseUnchanged(attempt, verdict.code, deps)
  if (verdict.by === 'key') return settle(attempt, { ...verdict, accepted: null }, deps)
  const recognised = await recognise(verdict.accepted, { account, proving }, deps)
  return typeof recognised === 'string'
    ? refuseUnchanged(attempt, recognised, deps)
    : settle(attempt, recognised, deps)
}

/** One owner's confirmation for a Safe, by the key of the attempt's account. */
async function proveOwner(
  proving: Proving,
  { signed, cosign, chains }: { signed: SignedEvmMessage; cosign: Cosign; chains: EvmChains },
  deps: LinkingDeps,
): Promise<Outcome> {
  const { user, attempt, runExclusive } = proving
  const cosigning = await findOpenCosigning(cosign, deps)
  if (cosigning?.multisig.family !== 'evm') return refuse('cosign-closed')
  const verdict = await timeCheck({ family: 'evm', runExclusive, metrics: deps.metrics }, (timed) =>
    verifyOwner(
      cosigning,
      { ...signed, telegramId: user.telegramId },
      exclusiveEvmChains(chains, timed),
    ),
  )
  return verdict.ok
    ? confirm(proving, { cosign, confirmation: verdict.confirmation }, deps)
    : refuseProof(attempt, verdict.code, deps)
}

/** Whether a contract that has accepted a message is a Safe whose listed owners signed. */
async function recognise(
  accepted: AcceptedMessage,
  { account, proving }: { account: EvmAccount; proving: Proving },
  { multisigs, store, now }: LinkingDeps,
): Promise<SettledProof | 'busy' | 'evm-chain-unreachable'> {
  const { user, runExclusive } = proving
  const read = await runExclusive(() => multisigs.readAt(account, accepted.block))
  if (read === 'busy') return read
  if (read === 'unreachable') return 'evm-chain-unreachable'
  const safe = typeof read === 'string' ? null : read
  const { telegramId } = user
  const judged = await judgeAcceptance(accepted, { account, safe, telegramId })
  if (safe) await store.noteAcceptance(safe.id, judged.by, now())
  const { proven, proof, query } = judged
  return { proven, proof, accepted: query }
}
