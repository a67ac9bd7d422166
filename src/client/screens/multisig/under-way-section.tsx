import type { MultisigDetail } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CLOCK } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { useServices } from '../use-services.ts'
import { CosigningProgress } from './cosigning-progress.tsx'
import { TimeToGo } from './time-to-go.tsx'

type Props = { multisig: MultisigDetail; messages: MultisigMessages }

/** The member's own cosigning, if one is open. */
export function UnderWaySection({ multisig: { cosigning }, messages }: Props) {
  const { preload, router } = useServices()
  if (cosigning === null) return null
  return (
    <Section header={messages.underWay}>
      <LinkCell
        icon={CLOCK}
        tone="accent"
        title={<CosigningProgress cosigning={cosigning} messages={messages} />}
        subtitle={<TimeToGo until={cosigning.expiresAt} />}
        onPress={() => router.open({ screen: 'cosign', code: cosigning.code })}
        onIntent={() => preload('cosign')}
      />
    </Section>
  )
}
