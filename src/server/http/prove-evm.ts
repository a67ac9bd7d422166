import type { EvmProof } from '#shared/api/submit-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { ProvenEvmWallet } from '#shared/wallet.ts'
import { evmChainsInTurn } from '../chains/in-turn.ts'
import { verifyEvmSignature } from '../verify/evm-signature.ts'
import type { HttpDeps } from './http-deps.ts'
import { proveEvmWord } from './prove-evm-word.ts'
import type { Proving } from './proving.ts'
import { refuse, type Reply } from './reply.ts'
import { refuseProof, refuseUnchanged, settleProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'

/** A signature of the message that the server wrote for the attempt's account, and of nothing else. */
export async function proveEvm(
  proving: Proving,
  { signature }: EvmProof,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt, turn } = proving
  const { evmChains, metrics } = deps
  if (evmChains === null) return refuse('evm-off')
  const { message, account, cosign } = attempt
  if (message === null || account?.family !== 'evm') return refuse('evm-account-missing')
  // The owner has taken it out since: it will not answer later either.
  if (!evmChains.ids.includes(account.chainId)) return refuse('evm-chain-unsupported')
  const signed = { message, account, signature }
  if (cosign) return proveEvmWord(proving, { ...signed, cosign, chains: evmChains }, deps)
  const verdict = await timeCheck({ family: 'evm', turn, metrics }, (timed) =>
    verifyEvmSignature(signed, evmChainsInTurn(evmChains, timed)),
  )
  if (!verdict.ok)
    return attempt.collectionCode === null
      ? refuseProof(attempt, verdict.code, deps)
      : // Its owners may still sign one by one.
        refuseUnchanged(attempt, verdict.code, deps)
  const proven = await recognise(verdict.proven, proving, deps)
  return settleProof(attempt, { ...verdict, proven }, deps)
}

/**
 * A contract that is a Safe is linked as one. A Safe's handler that is no published one may say yes to whoever asks: then no
 * more was proven than that the account says so, and nothing is told of its owners. Nor is more said of what a chain
 * does not tell in time.
 */
async function recognise(
  proven: ProvenEvmWallet,
  { turn }: Proving,
  { multisigs }: HttpDeps,
): Promise<ProvenEvmWallet> {
  if (proven.kind !== 'contract') return proven
  const { address, chainId } = proven
  const recognition = await turn(() => multisigs.at({ family: 'evm', address, chainId }))
  const found = recognition === 'busy' ? [] : recognition.found
  const isSafe = found.some((multisig) => multisig.family === 'evm' && multisig.canSign)
  return isSafe ? { ...proven, kind: 'safe' } : proven
}
