import { hexToNumber, isHex, size, slice } from 'viem/utils'
import * as v from 'valibot'
import type { EvmBlock } from '#proof/document.ts'

const HASH_BYTES = 32
/** As many as JSON numbers keep exactly. */
const MAX_NUMBER_DIGITS = 12

/** The one result that is no hex, as hex: the block's hash, followed by its number. */
export const BlockResultSchema = v.pipe(
  v.object({
    hash: v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i)),
    number: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,12}$/i)),
  }),
  v.transform(
    ({ hash, number }) =>
      `${hash.toLowerCase()}${number.slice('0x'.length).padStart(MAX_NUMBER_DIGITS, '0')}`,
  ),
)

/** The block of a {@link BlockResultSchema}; null for any other result. */
export function readBlock(result: string): EvmBlock | null {
  if (!isHex(result) || size(result) !== HASH_BYTES + MAX_NUMBER_DIGITS / 2) return null
  return {
    number: hexToNumber(slice(result, HASH_BYTES)),
    hash: slice(result, 0, HASH_BYTES),
  }
}
