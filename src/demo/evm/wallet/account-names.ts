import { evmChainName } from '#shared/evm-chains.ts'
import type { EvmAccountKind, DemoEvmAccount } from './accounts.ts'

export const ACCOUNT_NAMES: Record<EvmAccountKind, string> = {
  main: 'Main',
  second: 'Second',
  safe: 'Safe, 1 of 1',
  owner1: 'Treasury owner 1',
  owner2: 'Treasury owner 2',
  owner3: 'Treasury owner 3',
  spare: 'Spare owner',
  treasury: 'Treasury (as Safe{Wallet} web)',
}

/** First six and last four characters of an address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Where an account can be used. */
export function accountPlace({ kind, chainIds }: DemoEvmAccount): string {
  const isContract = kind === 'safe' || kind === 'treasury'
  return isContract ? `Contract on ${chainIds.map(evmChainName).join(', ')}` : 'Every chain'
}
