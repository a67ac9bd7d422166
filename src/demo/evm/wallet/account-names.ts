import { evmChainName } from '#shared/evm-chains.ts'
import type { AccountKind, EvmAccount } from './accounts.ts'

export const ACCOUNT_NAMES: Record<AccountKind, string> = {
  main: 'Main',
  second: 'Second',
  safe: 'Safe, 1 of 1',
}

/** First six and last four characters of an address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Where an account can be used. */
export function accountPlace({ kind, chainIds }: EvmAccount): string {
  return kind === 'safe' ? `Contract on ${chainIds.map(evmChainName).join(', ')}` : 'Every chain'
}
