import { sha256 as hash } from 'viem/utils'

/** SHA-256: 32 bytes. A server passes the one of its platform, which is several times as fast. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** SHA-256 that runs everywhere. */
export const sha256: Sha256 = (bytes) => hash(bytes, 'bytes')
