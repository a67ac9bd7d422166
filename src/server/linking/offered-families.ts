import type { Policy } from '#shared/boot.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'

/** Families whose wallets can be linked here. */
export function offeredFamilies({ evm }: Pick<Policy, 'evm'>): readonly Family[] {
  return evm === 'off' ? ['ton'] : FAMILIES
}
