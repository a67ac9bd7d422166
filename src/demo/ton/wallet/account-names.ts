import type { TonAccountKind } from './accounts.ts'

export const ACCOUNT_NAMES: Record<TonAccountKind, string> = {
  v5r1: 'Wallet v5',
  v4r2: 'Wallet v4',
  v3r2: 'Wallet v3',
  rotatable: 'Rotatable key',
  signer1: 'Signer 1',
  signer2: 'Signer 2',
  signer3: 'Signer 3',
  spare: 'Spare signer',
  proposer: 'Proposer',
}

/** First and last six characters of a friendly address. */
export function shortAddress(friendly: string): string {
  return `${friendly.slice(0, 6)}…${friendly.slice(-6)}`
}
