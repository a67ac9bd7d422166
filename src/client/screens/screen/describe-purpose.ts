import type { Boot } from '#shared/boot.ts'
import { isolated } from '../../i18n/format.ts'

/**
 * What wallets are linked for, in one line that runs as the purpose does: an isolated operator gives it no direction.
 * Undefined where the operator named no purpose.
 */
export function describePurpose({
  operator,
  purpose,
}: Pick<Boot, 'operator' | 'purpose'>): string | undefined {
  return purpose === null ? undefined : isolated(`\u2068${operator}\u2069: ${purpose}`)
}
