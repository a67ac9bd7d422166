import type { Request } from '#shared/request.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useServices } from '../use-services.ts'
import { MadeLink } from './made-link.tsx'
import { WhoAsks } from './who-asks.tsx'
import { CLOCK } from '../../ui/icons.ts'

type Props = { request: Request; messages: RequestMessages }

/** Closed, full, or expired, and not answered: the member can only leave. */
export function Ended({ request, messages }: Props) {
  const { language } = useLocalization()
  const { telegram } = useServices()
  const { state, expiresAt, made } = request
  const { name, sentence } =
    state === 'closed' || state === 'full'
      ? messages[state]
      : messages.expired(formatMoment(language, expiresAt))
  return (
    <Screen>
      <Outcome icon={CLOCK} tone="plain" title={name} text={sentence} />
      <WhoAsks request={request} messages={messages} />
      <MadeLink made={made} messages={messages} />
      <MainAction text={messages.backToChat} onPress={() => telegram.close()} />
    </Screen>
  )
}
