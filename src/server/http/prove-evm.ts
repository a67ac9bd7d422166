import type { EvmProof } from '#shared/api/submit-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import { evmChainsInTurn } from '../chains/in-turn.ts'
import { verifyEvmSignature } from '../verify/evm-signature.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Proving } from './proving.ts'
import { refuse, type Reply } from './reply.ts'
import { refuseProof, settleProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'

/** A signature of the message that the server wrote for the attempt's account, and of nothing else. */
export async function proveEvm(
  { attempt, turn }: Proving,
  { signature }: EvmProof,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { evmChains, metrics } = deps
  if (evmChains === null) return refuse('evm-off')
  const { message, account } = attempt
  if (message === null || account?.family !== 'evm') return refuse('evm-account-missing')
  // The owner has taken it out since: it will not answer later either.
  if (!evmChains.ids.includes(account.chainId)) return refuse('evm-chain-unsupported')
  const verdict = await timeCheck({ family: 'evm', turn, metrics }, (timed) =>
    verifyEvmSignature({ message, account, signature }, evmChainsInTurn(evmChains, timed)),
  )
  return verdict.ok ? settleProof(attempt, verdict, deps) : refuseProof(attempt, verdict.code, deps)
}
