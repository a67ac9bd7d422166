import type { Family } from '#shared/wallet.ts'
import type { HttpDeps } from './http-deps.ts'

/** Whether the owner does not offer wallets of this family. */
export function isOff(family: Family, { evmChains }: Pick<HttpDeps, 'evmChains'>): boolean {
  return family === 'evm' && evmChains === null
}
