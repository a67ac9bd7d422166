import type { Hex } from 'viem'
import type { SignBehaviour } from './behaviour.ts'

const KEY_SIGNATURE_BYTES = 65
/** More than any server takes: 17 KiB. */
const OVERSIZED_BYTES = 17 * 1024

/** The wallet's answer where it signs nothing; null where it signs. */
export function madeUpSignature(behaviour: SignBehaviour): Hex | null {
  switch (behaviour) {
    case 'garbage-signature':
      return `0x${'a5'.repeat(KEY_SIGNATURE_BYTES)}`
    case 'empty-signature':
      return '0x'
    case 'oversized-signature':
      return `0x${'a5'.repeat(OVERSIZED_BYTES)}`
    default:
      return null
  }
}
