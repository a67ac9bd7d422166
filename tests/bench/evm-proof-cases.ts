import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex, hashMessage, hexToBytes } from 'viem/utils'
import { writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import type { EvmAccount } from '#shared/evm-account.ts'

/** `signature` is what the account's key made of `message`, as `personal_sign` does. */
export type EvmProofCase = {
  telegramId: string
  account: EvmAccount
  message: string
  signature: Hex
}

type EvmCaseTerms = {
  publicUrl: string
  chainId: number
  /** Unix milliseconds. */
  issuedAt: number
  /** Unix milliseconds. */
  expiresAt: number
}

/** Bytes of r and s before the recovery byte. */
const COMPACT_BYTES = 64
/** What `personal_sign` adds to the recovery bit. */
const RECOVERY_BASE = 27

/** Proofs of `count` different keys, each of a message of its own. */
export function makeEvmProofCases(count: number, terms: EvmCaseTerms): EvmProofCase[] {
  return Array.from({ length: count }, (_, index) => {
    const key = createHash('sha256').update(`wallet ${index}`).digest()
    const account = { address: privateKeyToAddress(bytesToHex(key)), chainId: terms.chainId }
    const telegramId = String(1_000_000 + index)
    const message = writeEvmMessage({
      ...terms,
      appName: 'Clasp',
      user: { telegramId, username: `member_${index}` },
      account,
      attemptId: createHash('sha256').update(`attempt ${index}`).digest('base64url').slice(0, 22),
      nonce: createHash('sha256').update(`nonce ${index}`).digest('base64url'),
    })
    return { telegramId, account, message, signature: sign(message, key) }
  })
}

function sign(message: string, key: Uint8Array): Hex {
  const signature = secp256k1.sign(hashMessage(message, 'bytes'), key)
  const recovery = Uint8Array.of(RECOVERY_BASE + signature.recovery)
  return `0x${Buffer.concat([signature.toCompactRawBytes(), recovery]).toString('hex')}`
}

/** The finished input of {@link bareRecovery}. */
export type BareEvmCase = { hash: Uint8Array; signature: Uint8Array }

export function bareEvmCase({ message, signature }: EvmProofCase): BareEvmCase {
  return { hash: hashMessage(message, 'bytes'), signature: hexToBytes(signature) }
}

/** The bare primitive that ours is measured against: one recovery of a key from a hash, by `@noble/curves`. */
export function bareRecovery({ hash, signature }: BareEvmCase): Uint8Array {
  return secp256k1.Signature.fromCompact(signature.subarray(0, COMPACT_BYTES))
    .addRecoveryBit((signature[COMPACT_BYTES] ?? 0) - RECOVERY_BASE)
    .recoverPublicKey(hash)
    .toRawBytes(false)
}
