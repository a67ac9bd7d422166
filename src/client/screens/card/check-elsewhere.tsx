import { VERIFIER_PATH } from '#shared/verifier-path.ts'
import { isolated } from '../../i18n/format.ts'
import { LinkCell, Section } from '../../ui/list.tsx'
import { LEAVE } from '../../ui/icons.ts'
import { CopyCell } from '../actions/copy-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'

/** As the caption of a proof names it. */
const COMMAND = 'clasp-telegram verify'

/** Ways to check a proof that do not depend on who serves this app. */
export function CheckElsewhere({ proof }: { proof: string }) {
  const { telegram } = useServices()
  const { proof: messages } = useMessagesOf('sharing')
  return (
    <Section footer={messages.elsewhere(isolated(COMMAND))}>
      <CopyCell title={messages.copy} text={proof} />
      <LinkCell
        icon={LEAVE}
        title={messages.page}
        onPress={() => telegram.openLink(new URL(VERIFIER_PATH, location.href).href)}
      />
    </Section>
  )
}
