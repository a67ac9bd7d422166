import type { Hex } from 'viem'
import type { EvmAccount } from '#shared/evm-account.ts'
import { hashForSafe } from '#shared/safe-message.ts'
import { KEY_SIGNATURE_BYTES, recoverEvmSigner } from './evm-signer.ts'

/** Recovery bytes of a signature by a key: others mean contracts and approvals on the chain. */
const KEY_RECOVERY = new Set([27, 28])

/**
 * The owners whose keys made a Safe's signature; none where not all of it was made by keys.
 *
 * @param accepted the hash that the Safe was asked about, 32 bytes, and its signature
 */
export async function safeSigners(
  safe: EvmAccount,
  { hash, signature }: { hash: Hex; signature: Hex },
): Promise<readonly string[]> {
  const signatures = split(Buffer.from(signature.slice('0x'.length), 'hex'))
  if (!signatures.every((one) => KEY_RECOVERY.has(one.at(-1) ?? 0))) return []
  const signed = hashForSafe(safe, hash)
  const signers = await Promise.all(signatures.map((one) => recoverEvmSigner(signed, one)))
  return signers.filter((signer) => signer !== null)
}

function split(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / KEY_SIGNATURE_BYTES)
  return Array.from({ length: count }, (_, index) =>
    bytes.slice(index * KEY_SIGNATURE_BYTES, (index + 1) * KEY_SIGNATURE_BYTES),
  )
}
