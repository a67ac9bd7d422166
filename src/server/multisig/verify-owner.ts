import { safeMessageHash } from '#shared/safe-message.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { SignedCosigning, StoredCosigning } from '../store/rows/cosigning-rows.ts'
import { recoverCoSigner } from './co-signatures.ts'
import { decodeHex } from '#shared/hex.ts'
import type { ExclusiveEvmChains } from '../chains/evm-chain.ts'
import { judgeEvm, type SignedEvmMessage } from '../proofs/judge-evm.ts'
import type { OwnerConfirmation } from './cosignings.ts'

/** `telegramId`: of the member whose owner's wallet signed */
type SignedByOwner = SignedEvmMessage & { telegramId: string }

type OwnerVerdict = { ok: true; confirmation: OwnerConfirmation } | { ok: false; code: ProblemCode }

/**
 * Checks one owner's confirmation for a Safe, by the key of the account. A contract cannot confirm. Whether the account
 * is an owner now is checked when the confirmation is added.
 *
 * @param signed `message`: the attempt's, for an agreement; the cosigning has the text that is signed for the Safe
 */
export async function verifyOwner(
  cosigning: StoredCosigning,
  signed: SignedByOwner,
  chains: ExclusiveEvmChains,
): Promise<OwnerVerdict> {
  return cosigning.method === 'signatures'
    ? checkSignature(cosigning, signed)
    : checkAgreement(cosigning, signed, chains)
}

/** A signature of the cosigning's text, for this very Safe (EIP-712 `SafeMessage`). */
function checkSignature(
  { multisig, message }: SignedCosigning,
  { account, signature }: Pick<SignedEvmMessage, 'account' | 'signature'>,
): OwnerVerdict {
  const bytes = decodeHex(signature)
  const signed = bytes && recoverCoSigner(safeMessageHash(multisig, message), bytes)
  if (!signed) return { ok: false, code: 'evm-signature-malformed' }
  if (signed.owner !== account.address) return { ok: false, code: 'evm-signature-invalid' }
  return { ok: true, confirmation: { method: 'signatures', ...signed } }
}

/**
 * A signature of the text that names the owner's own Telegram account. A signature that only a contract accepts is no
 * owner's confirmation.
 */
async function checkAgreement(
  { multisig }: StoredCosigning,
  { telegramId, ...signed }: SignedByOwner,
  chains: ExclusiveEvmChains,
): Promise<OwnerVerdict> {
  if (multisig.family !== 'evm') return { ok: false, code: 'cosign-closed' }
  const { chainId, address } = multisig
  const verdict = await judgeEvm(signed, { telegramId, safe: { chainId, address } }, chains)
  if (!verdict.ok) return verdict
  if (verdict.by !== 'key') return { ok: false, code: 'cosign-owner-contract' }
  const { proven, proof } = verdict
  const { address: owner, binding } = proven
  return { ok: true, confirmation: { method: 'agreements', owner, binding, proof } }
}
