import * as v from 'valibot'

/** Longest signature, in bytes: a contract account's is a bundle of many. */
const SIGNATURE_MAX_BYTES = 16 * 1024

/** Bytes in hex. Empty (`0x`) is the answer of a contract account that approved on chain. */
export const EvmSignatureSchema = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-fA-F]{2})*$/),
  v.maxLength(2 + 2 * SIGNATURE_MAX_BYTES),
)
