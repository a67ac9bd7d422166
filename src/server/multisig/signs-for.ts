import type { StoredMultisig, StoredWallet } from '../store/database/stored.ts'

/** Whether the wallet's key is an owner, by the multisig's last reading. An EVM key is the same on every chain. */
export function signsFor(wallet: StoredWallet, multisig: StoredMultisig): boolean {
  if (wallet.level !== 'key' || !multisig.owners.includes(wallet.address)) return false
  if (wallet.family === 'evm') return multisig.family === 'evm'
  return multisig.family === 'ton' && wallet.network === multisig.network
}
