import { hash } from 'node:crypto'
import type { Sha256 } from '#proof/sha256.ts'

/** SHA-256 by OpenSSL, for what runs with every proof. */
export const nodeSha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')
