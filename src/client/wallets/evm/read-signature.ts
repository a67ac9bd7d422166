import * as v from 'valibot'
import { EvmProofSchema } from '#shared/api/submit-proof.ts'

/** A wallet's answer to a signature request, in the server's format; null for anything else. */
export function readSignature(result: unknown): string | null {
  const proof = v.safeParse(EvmProofSchema, { signature: result })
  return proof.success ? proof.output.signature : null
}
