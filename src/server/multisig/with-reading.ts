import type { StoredCollection, StoredMultisig } from '../store/multisig-store.ts'

/** The collection with its own multisig as the chain shows it now. */
export function withReading(
  collection: StoredCollection,
  multisig: StoredMultisig,
): StoredCollection {
  if (collection.method === 'agreements') return { ...collection, multisig }
  return multisig.family === 'evm' ? { ...collection, multisig } : collection
}
