import * as v from 'valibot'
import { LABEL_MAX_GRAPHEMES } from './limits.ts'

/** Control characters, line separators and the bidirectional overrides that could disguise a label. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** A member's own name for a wallet: 1 to 32 graphemes, nothing that hides or reorders text. */
export const LabelSchema = v.pipe(
  v.string(),
  v.maxLength(LABEL_MAX_GRAPHEMES * 16),
  v.trim(),
  v.minLength(1),
  v.check((label) => !FORBIDDEN.test(label)),
  v.maxGraphemes(LABEL_MAX_GRAPHEMES),
)
