import type { MadeRequest } from '#shared/request.ts'
import { formatCount } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { PEN } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { useServices } from '../context/use-services.ts'

type Props = { made: MadeRequest | null; messages: RequestMessages }

/** For the request's maker: leads to its answers. */
export function MadeLink({ made, messages }: Props) {
  const { preload, router } = useServices()
  const { language } = useLocalization()
  if (made === null) return null
  return (
    <Section footer={messages.madeNote}>
      <LinkCell
        icon={PEN}
        title={messages.made}
        after={formatCount(language, made.answered)}
        onPress={() => router.open({ screen: 'made-request', code: made.code })}
        onIntent={() => preload('made-request')}
      />
    </Section>
  )
}
