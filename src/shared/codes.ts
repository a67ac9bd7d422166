import * as v from 'valibot'

/**
 * Deep-link code: one letter for the kind, `1_`, then 16 random bytes in unpadded base64url.
 * The same code fits `?start=` (64 characters) and `?startapp=` (512).
 */
export const CodeSchema = v.pipe(v.string(), v.regex(/^[a-z]1_[0-9A-Za-z_-]{22}$/))
