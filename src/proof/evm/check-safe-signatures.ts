import type { EvmAccount } from '#shared/evm-account.ts'
import { toBytes } from '#shared/hex.ts'
import { safeMessageHash } from '#shared/safe-message.ts'
import type { ProofCrypto } from '../crypto.ts'
import { type Check, failed, passed } from '../check.ts'
import type { Evidence } from '../document.ts'
import { recoverSafeSigner } from './evm-signer.ts'

/** Every signature must recover to the owner beside it. The form of the document excludes that one comes twice. */
export function checkSafeSignatures(
  safe: EvmAccount,
  { message, signatures, owners }: Extract<Evidence, { type: 'safe' }>,
  { recoverKey }: ProofCrypto,
): Check {
  const hash = safeMessageHash(safe, message)
  for (const { owner, signature } of signatures) {
    const signer = recoverSafeSigner(hash, toBytes(signature), recoverKey)
    if (signer !== owner) return failed('signatures', 'signer-differs')
    if (!owners.includes(owner)) return failed('signatures', 'signer-not-owner')
  }
  return passed('signatures')
}
