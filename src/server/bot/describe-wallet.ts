import { evmChainName } from '#shared/evm-chains.ts'
import type { StoredWallet } from '#server/store/store.ts'
import type { WalletKind, WalletProof } from './messages/messages.ts'

/** What kind of wallet it is, as far as words are needed for it. */
export function kindOf(wallet: StoredWallet): WalletKind {
  if (wallet.family === 'ton') {
    return { family: 'ton', version: wallet.kind === 'unknown' ? null : wallet.kind }
  }
  return { family: 'evm', chain: chainOf(wallet) }
}

/** How it was proven. */
export function proofOf(wallet: StoredWallet): WalletProof {
  const { binding } = wallet
  const chain = chainOf(wallet)
  return chain === null ? { by: 'key', binding } : { by: 'contract', binding, chain }
}

/** Name of the one chain that a contract account is on; null for whatever has a key of its own. */
function chainOf(wallet: StoredWallet): string | null {
  return wallet.family === 'evm' && wallet.chainId !== null ? evmChainName(wallet.chainId) : null
}
