import type { Family } from '#shared/wallet.ts'
import type { HttpDeps } from './http-deps.ts'

/** Whether the operator does not offer wallets of this family. */
export function isFamilyDisabled(
  family: Family,
  { evmChains }: Pick<HttpDeps, 'evmChains'>,
): boolean {
  return family === 'evm' && evmChains === null
}
