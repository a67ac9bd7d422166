import { PORTABLE_CRYPTO, type ProofCrypto } from '../crypto.ts'
import { readStandardStateInit } from './standard-state-init.ts'
import { parseStateInit, type StateInit } from './state-init.ts'

/** Reads a StateInit as {@link parseStateInit} does, and that of a standard wallet in a quicker way. */
export function readStateInit(
  bytes: Uint8Array,
  sha256: ProofCrypto['sha256'] = PORTABLE_CRYPTO.sha256,
): StateInit | null {
  return readStandardStateInit(bytes, sha256) ?? parseStateInit(bytes, sha256)
}
