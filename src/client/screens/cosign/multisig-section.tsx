import type { Collection } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { SHIELD } from '../../ui/icons/shield.ts'
import { Ring } from '../../ui/ring.tsx'
import { Section } from '../../ui/section.tsx'
import { ChainName } from '../multisig/chain-name.tsx'
import { CollectionProgress } from '../multisig/collection-progress.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useKindName } from '../use-kind-name.ts'
import { useServices } from '../use-services.ts'

type Props = { collection: Collection; words: MultisigMessages }

/** Which multisig it is, and how many of its owners have given their word of those who must. */
export function MultisigSection({ collection, words }: Props) {
  const { preload, router } = useServices()
  const { multisig } = collection
  const kind = useKindName({ ...multisig, multisig })
  return (
    <Section header={words.title}>
      <Progress collection={collection} words={words} />
      <LinkCell
        icon={SHIELD}
        title={kind.status === 'ready' ? kind.value : words.title}
        subtitle={
          <>
            <ShortAddress wallet={multisig} /> · <ChainName multisig={multisig} />
          </>
        }
        onPress={() => router.open({ screen: 'multisig', id: multisig.id })}
        onIntent={() => preload('multisig')}
      />
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
