import type { CollectionSummary } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { CHECK } from '../../ui/icons/check.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useMultisigWords } from '../use-multisig-words.ts'
import { useServices } from '../use-services.ts'
import { CollectionProgress } from './collection-progress.tsx'
import { MultisigName } from './multisig-name.tsx'
import { TimeToGo } from './time-to-go.tsx'

type Props = { collections: readonly CollectionSummary[] }

/** Open collections in which the member has a part: first those that wait for the member. */
export function PendingCollections({ collections }: Props) {
  const words = useMultisigWords()
  const waiting = collections.filter(({ signedAs }) => signedAs === null)
  const done = collections.filter(({ signedAs }) => signedAs !== null)
  const header = words.status === 'ready' && { header: words.value.pending }
  return (
    <Section {...header}>
      {[...waiting, ...done].map((collection) =>
        words.status === 'ready' ? (
          <Pending key={collection.code} collection={collection} words={words.value} />
        ) : (
          <SkeletonCell key={collection.code} />
        ),
      )}
    </Section>
  )
}

type PendingProps = { collection: CollectionSummary; words: MultisigMessages }

function Pending({ collection, words }: PendingProps) {
  const { preload, router } = useServices()
  const { code, method, multisig, signedAs, expiresAt } = collection
  const isWaiting = signedAs === null
  const given = method === 'signatures' ? words.youSigned : words.youAgreed
  return (
    <LinkCell
      icon={isWaiting ? CLOCK : CHECK}
      title={
        <>
          <MultisigName multisig={multisig} words={words} />
          <Badge>{isWaiting ? words.waitsForYou : given}</Badge>
        </>
      }
      subtitle={
        <>
          <ShortAddress wallet={multisig} />
          <br />
          <CollectionProgress collection={collection} words={words} />
          <br />
          <TimeToGo until={expiresAt} />
        </>
      }
      onPress={() => router.open({ screen: 'cosign', code })}
      onIntent={() => preload('cosign')}
    />
  )
}
