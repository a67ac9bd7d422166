import type { StoredCosigning, StoredMultisig } from '../store/multisig-store.ts'

/** The cosigning with its own multisig as the chain shows it now. */
export function withReading(cosigning: StoredCosigning, multisig: StoredMultisig): StoredCosigning {
  if (cosigning.method === 'agreements') return { ...cosigning, multisig }
  return multisig.family === 'evm' ? { ...cosigning, multisig } : cosigning
}
