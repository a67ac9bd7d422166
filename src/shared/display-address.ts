import { formatTonAddress } from './ton-address.ts'
import type { ProvenWallet } from './proven-wallet.ts'

type DisplayedAddress =
  | Pick<Extract<ProvenWallet, { family: 'ton' }>, 'family' | 'network' | 'address'>
  | { family: 'evm'; address: string }

/** The address in its usual written form. TON: friendly, non-bounceable. EVM: with its checksum. */
export function displayAddress(wallet: DisplayedAddress): string {
  return wallet.family === 'ton' ? formatTonAddress(wallet.address, wallet) : wallet.address
}
