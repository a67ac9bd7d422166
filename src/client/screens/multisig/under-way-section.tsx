import type { MultisigDetail } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CLOCK } from '../../ui/icons/clock.ts'
import { Section } from '../../ui/section.tsx'
import { useServices } from '../use-services.ts'
import { CollectionProgress } from './collection-progress.tsx'
import { TimeToGo } from './time-to-go.tsx'

type Props = { multisig: MultisigDetail; words: MultisigMessages }

/** The member's own collection, if one is open. */
export function UnderWaySection({ multisig: { collection }, words }: Props) {
  const { preload, router } = useServices()
  if (collection === null) return null
  return (
    <Section header={words.underWay}>
      <LinkCell
        icon={CLOCK}
        tone="accent"
        title={<CollectionProgress collection={collection} words={words} />}
        subtitle={<TimeToGo until={collection.expiresAt} />}
        onPress={() => router.open({ screen: 'cosign', code: collection.code })}
        onIntent={() => preload('cosign')}
      />
    </Section>
  )
}
