import type { Boot } from '#shared/boot.ts'
import { isolated } from '../../i18n/format.ts'

/** What wallets are linked for, in one line; undefined where the operator named no purpose. */
export function describePurpose({ operator, purpose }: Boot): string | undefined {
  return purpose === null ? undefined : `${isolated(operator)}: ${isolated(purpose)}`
}
