import type { Collection } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Ring } from '../../ui/ring.tsx'
import { Section } from '../../ui/section.tsx'
import { CollectionProgress } from '../multisig/collection-progress.tsx'
import { MultisigCell } from '../multisig/multisig-cell.tsx'

type Props = { collection: Collection; words: MultisigMessages }

/** Which multisig it is, and how many of its owners have given their word of those who must. */
export function MultisigSection({ collection, words }: Props) {
  return (
    <Section header={words.title}>
      <Progress collection={collection} words={words} />
      <MultisigCell multisig={collection.multisig} words={words} />
    </Section>
  )
}

function Progress({ collection, words }: Props) {
  const { language } = useSpeech()
  const { signed, multisig } = collection
  const { threshold, ownerCount } = multisig
  const whole = formatCount(language, threshold)
  const text = words.ratio({ part: formatCount(language, signed), whole })
  return (
    <div className="ring-line">
      <Ring parts={threshold} full={signed} text={text} label={text} />
      <span className="cell-text">
        <span className="cell-title">
          <CollectionProgress collection={collection} words={words} />
        </span>
        <span className="cell-subtitle">
          {words.mustAgree({ threshold: whole, owners: ownerCount })}
        </span>
      </span>
    </div>
  )
}
