import type { MadeRequest } from '#shared/request.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { PEN } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { RouteCell } from '../screen/route-cell.tsx'

/** For the request's maker: leads to its answers. */
export function MadeLink({ made }: { made: MadeRequest | null }) {
  const { language } = useLocalization()
  const messages = useMessagesOf('request')
  if (made === null) return null
  return (
    <Section footer={messages.madeNote}>
      <RouteCell
        to={{ screen: 'made-request', code: made.code }}
        icon={PEN}
        title={messages.made}
        after={formatCount(language, made.answered)}
      />
    </Section>
  )
}
