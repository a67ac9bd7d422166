import type { StoredCollection, StoredWord } from './store/multisig-store.ts'

/** What this member has said in the collection, as whichever owner. */
export function wordOf(
  { words }: Pick<StoredCollection, 'words'>,
  userId: string,
): StoredWord | undefined {
  return words.find(({ user }) => user?.id === userId)
}
