import type { CosigningSummary } from '#shared/multisig.ts'
import { Badge } from '../../ui/badge.tsx'
import { CHECK, CLOCK } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { PartSection } from '../arriving/part-section.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { CosigningProgress } from './cosigning-progress.tsx'
import { MultisigName } from './multisig-line.tsx'
import { TimeToGo } from './time-to-go.tsx'

type Props = { cosignings: readonly CosigningSummary[] }

/** Open cosignings in which the member has a part; those that wait for the member come first. */
export function PendingCosignings({ cosignings }: Props) {
  const waiting = cosignings.filter(({ signedAs }) => signedAs === null)
  const done = cosignings.filter(({ signedAs }) => signedAs !== null)
  return (
    <PartSection part={useSection('multisig')} lines={cosignings.length}>
      {({ pending }) => (
        <Section header={pending}>
          {[...waiting, ...done].map((cosigning) => (
            <Pending key={cosigning.code} cosigning={cosigning} />
          ))}
        </Section>
      )}
    </PartSection>
  )
}

function Pending({ cosigning }: { cosigning: CosigningSummary }) {
  const messages = useMessagesOf('multisig')
  const { code, method, multisig, signedAs, expiresAt } = cosigning
  const isWaiting = signedAs === null
  const given = method === 'signatures' ? messages.youSigned : messages.youAgreed
  return (
    <RouteCell
      to={{ screen: 'cosign', code }}
      icon={isWaiting ? CLOCK : CHECK}
      title={
        <>
          <MultisigName multisig={multisig} />
          <Badge>{isWaiting ? messages.waitsForYou : given}</Badge>
        </>
      }
      subtitle={
        <>
          <ShortAddress wallet={multisig} />
          <br />
          <CosigningProgress cosigning={cosigning} />
          <br />
          <TimeToGo until={expiresAt} />
        </>
      }
    />
  )
}
