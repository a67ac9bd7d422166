import type { StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import type { StoredMultisig } from '../store/stored.ts'

/** The cosigning with its own multisig as the chain shows it now. */
export function withReading(cosigning: StoredCosigning, multisig: StoredMultisig): StoredCosigning {
  if (cosigning.method === 'agreements') return { ...cosigning, multisig }
  return multisig.family === 'evm' ? { ...cosigning, multisig } : cosigning
}
