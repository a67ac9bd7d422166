import type { StoredCollection, StoredWord } from './store/multisig-store.ts'

/** Words of whoever is an owner now: the others count for nothing. */
export function currentWords({ words, multisig }: StoredCollection): StoredWord[] {
  return words.filter(({ owner }) => multisig.owners.includes(owner))
}
