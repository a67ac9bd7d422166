import * as v from 'valibot'

/** What a deep-link code stands for: a request, a card, an attempt to resume, a multisig to co-sign. */
export const CODE_KINDS = { r: 'request', c: 'card', a: 'attempt', m: 'multisig' } as const

export type CodeKind = (typeof CODE_KINDS)[keyof typeof CODE_KINDS]

/**
 * Deep-link code: one letter for the kind, `1_`, then 16 random bytes in unpadded base64url.
 * The same code fits `?start=` (64 characters) and `?startapp=` (512).
 */
export const CodeSchema = v.pipe(v.string(), v.regex(/^[a-z]1_[0-9A-Za-z_-]{22}$/))

/** The kind of a well-formed code, or undefined for anything else. */
export function kindOfCode(code: string): CodeKind | undefined {
  if (!v.is(CodeSchema, code)) return undefined
  return Object.entries(CODE_KINDS).find(([letter]) => code.startsWith(letter))?.[1]
}
