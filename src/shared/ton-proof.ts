import * as v from 'valibot'

const Timestamp = v.union([
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
])

/**
 * The wallet's answer to ton_proof, as TON Connect delivers it. Only shape and size are checked
 * here; every claim in it is checked in `src/server/proofs/judge-ton.ts`.
 */
export const TonProofSchema = v.strictObject({
  address: v.pipe(v.string(), v.maxLength(128)),
  network: v.union([
    v.pipe(v.string(), v.maxLength(32)),
    v.pipe(v.number(), v.safeInteger(), v.transform(String)),
  ]),
  /** Serialized StateInit, base64. */
  stateInit: v.pipe(v.string(), v.maxLength(32_768)),
  /** The wallet's public key, hex; must equal the account's key where it is given and not empty. */
  publicKey: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(128),
      v.transform((key) => (key === '' ? undefined : key)),
    ),
  ),
  proof: v.strictObject({
    /** Unix time in seconds; the protocol's text says string, its SDK sends a number. */
    timestamp: Timestamp,
    domain: v.strictObject({
      lengthBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      value: v.pipe(v.string(), v.maxLength(256)),
    }),
    payload: v.pipe(v.string(), v.maxLength(256)),
    /** Ed25519 signature, base64. */
    signature: v.pipe(v.string(), v.maxLength(256)),
  }),
})
export type TonProof = v.InferOutput<typeof TonProofSchema>
