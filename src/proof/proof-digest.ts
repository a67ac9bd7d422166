import { PORTABLE_CRYPTO } from './crypto.ts'
import type { ProofDocument } from './document.ts'

/** The SHA-256, in base64url, of a document without Telegram's signature, in the form of RFC 8785. */
export function proofDigest({ format, telegramId, wallet, evidence }: ProofDocument): string {
  const signed = { format, telegramId, wallet, evidence }
  return PORTABLE_CRYPTO.hashText(canonicalize(signed))
}

/** The start parameter by which Telegram signs a document. */
export function proofStartParam(document: ProofDocument): string {
  return `p1_${proofDigest(document)}`
}

/**
 * JSON in the form of RFC 8785. For strings and integers that is what `JSON.stringify` writes, with sorted members.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
function canonicalize(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(byName))
      : inner,
  )
}

/** By code units, as RFC 8785 demands. */
function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1
}
