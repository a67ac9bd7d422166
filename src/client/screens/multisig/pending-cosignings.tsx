import type { CosigningSummary } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { CHECK, CLOCK } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'
import { CosigningProgress } from './cosigning-progress.tsx'
import { MultisigName } from './multisig-name.tsx'
import { TimeToGo } from './time-to-go.tsx'

type Props = { cosignings: readonly CosigningSummary[] }

/** Open cosignings in which the member has a part; those that wait for the member come first. */
export function PendingCosignings({ cosignings }: Props) {
  const messages = useSection('multisig')
  const waiting = cosignings.filter(({ signedAs }) => signedAs === null)
  const done = cosignings.filter(({ signedAs }) => signedAs !== null)
  const header = messages.status === 'ready' && { header: messages.value.pending }
  return (
    <Section {...header}>
      {[...waiting, ...done].map((cosigning) =>
        messages.status === 'ready' ? (
          <Pending key={cosigning.code} cosigning={cosigning} messages={messages.value} />
        ) : (
          <SkeletonCell key={cosigning.code} />
        ),
      )}
    </Section>
  )
}

type PendingProps = { cosigning: CosigningSummary; messages: MultisigMessages }

function Pending({ cosigning, messages }: PendingProps) {
  const { preload, router } = useServices()
  const { code, method, multisig, signedAs, expiresAt } = cosigning
  const isWaiting = signedAs === null
  const given = method === 'signatures' ? messages.youSigned : messages.youAgreed
  return (
    <LinkCell
      icon={isWaiting ? CLOCK : CHECK}
      title={
        <>
          <MultisigName multisig={multisig} messages={messages} />
          <Badge>{isWaiting ? messages.waitsForYou : given}</Badge>
        </>
      }
      subtitle={
        <>
          <ShortAddress wallet={multisig} />
          <br />
          <CosigningProgress cosigning={cosigning} messages={messages} />
          <br />
          <TimeToGo until={expiresAt} />
        </>
      }
      onPress={() => router.open({ screen: 'cosign', code })}
      onIntent={() => preload('cosign')}
    />
  )
}
