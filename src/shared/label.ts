import * as v from 'valibot'
import { removeDirectionMarks } from './direction-marks.ts'
import { LABEL_MAX_GRAPHEMES } from './limits.ts'

/** Control characters and line separators. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** A member's own name for a wallet: 1 to 32 graphemes, nothing that hides or reorders text. */
export const LabelSchema = v.pipe(
  v.string(),
  v.maxLength(LABEL_MAX_GRAPHEMES * 16),
  v.trim(),
  v.minLength(1),
  v.check((label) => !CONTROLS.test(label) && removeDirectionMarks(label) === label),
  v.maxGraphemes(LABEL_MAX_GRAPHEMES),
)
