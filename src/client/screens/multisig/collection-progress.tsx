import type { CollectionSummary } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'

type Props = {
  collection: Pick<CollectionSummary, 'method' | 'signed' | 'multisig'>
  words: MultisigMessages
}

/** How far a collection is: `1 of 2 signed`. */
export function CollectionProgress({ collection, words }: Props) {
  const { language } = useSpeech()
  const { method, signed, multisig } = collection
  const given = method === 'signatures' ? words.signed : words.agreed
  return given({
    part: formatCount(language, signed),
    whole: formatCount(language, multisig.threshold),
  })
}
