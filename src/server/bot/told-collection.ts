import type { Language } from '#shared/languages.ts'
import { currentWords } from '#server/current-words.ts'
import type { StoredCollection } from '#server/store/multisig-store.ts'
import { nameMultisig } from './describe-wallet.ts'
import { formatMoment } from './messages/format-moment.ts'
import type { ToldCollection } from './messages/multisig-texts.ts'

/** A collection as it is told to one member. */
export function toldCollection(
  collection: StoredCollection,
  { memberId, language }: { memberId: string; language: Language },
): ToldCollection {
  const { multisig, method, starter, expiresAt } = collection
  return {
    multisig: nameMultisig(multisig),
    method,
    starter,
    isOwn: starter.id === memberId,
    signed: currentWords(collection).length,
    threshold: multisig.threshold,
    until: formatMoment(language, expiresAt),
  }
}
