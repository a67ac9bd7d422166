import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { safeMessageHash } from '#shared/safe-message.ts'
import { evmChainsInTurn } from '../chains/in-turn.ts'
import type { OwnerWord } from '../multisig/collections.ts'
import { recoverCoSigner } from '../verify/co-signatures.ts'
import { decodeHex } from '../verify/decode-hex.ts'
import type { AskedEvmChains, EvmChains } from '../verify/evm-chain.ts'
import { type SignedEvmMessage, verifyEvmSignature } from '../verify/evm-signature.ts'
import { type Cosign, findOpenCollection, giveWord } from './give-word.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Proving } from './proving.ts'
import { refuse, type Reply } from './reply.ts'
import { refuseProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'

type WordVerdict = { ok: true; word: OwnerWord } | { ok: false; code: ProblemCode }

/** One owner's word for a Safe, by the key of the account that the attempt has fixed, and by no contract. */
export async function proveEvmWord(
  proving: Proving,
  { cosign, chains, ...signed }: SignedEvmMessage & { cosign: Cosign; chains: EvmChains },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt, turn } = proving
  const collection = await findOpenCollection(cosign, deps)
  if (collection?.multisig.family !== 'evm') return refuse('cosign-closed')
  const verdict = await timeCheck({ family: 'evm', turn, metrics: deps.metrics }, (timed) =>
    collection.method === 'signatures'
      ? checkSignature({ ...signed, message: collection.message }, collection.multisig)
      : checkAgreement(signed, evmChainsInTurn(chains, timed)),
  )
  return verdict.ok
    ? giveWord(proving, { cosign, word: verdict.word }, deps)
    : refuseProof(attempt, verdict.code, deps)
}

/** A signature of the collection's text, for this very Safe (EIP-712 `SafeMessage`). */
async function checkSignature(
  { account, message, signature }: SignedEvmMessage,
  safe: EvmAccount,
): Promise<WordVerdict> {
  const bytes = decodeHex(signature)
  const signed = bytes && (await recoverCoSigner(safeMessageHash(safe, message), bytes))
  if (!signed) return { ok: false, code: 'evm-signature-malformed' }
  if (signed.owner !== account.address) return { ok: false, code: 'evm-signature-invalid' }
  return { ok: true, word: { ...signed, binding: 'hash' } }
}

/** A signature of the text that names the owner's own Telegram account. What a contract says is no owner's word. */
async function checkAgreement(
  signed: SignedEvmMessage,
  chains: AskedEvmChains,
): Promise<WordVerdict> {
  const verdict = await verifyEvmSignature(signed, chains)
  if (!verdict.ok) return verdict
  const { proven, signature } = verdict
  if (proven.level !== 'key') return { ok: false, code: 'cosign-owner-contract' }
  return { ok: true, word: { owner: proven.address, binding: proven.binding, signature } }
}
