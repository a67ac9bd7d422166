import type { MadeRequest } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'

/** Whether a request takes answers, and until when. */
export function useRequestState(
  { state, expiresAt }: Pick<MadeRequest, 'state' | 'expiresAt'>,
  { states }: RequestingMessages,
): string {
  const { language } = useLocalization()
  switch (state) {
    case 'open':
      return states.open(formatWhen(language, expiresAt))
    case 'expired':
      return states.expired(formatWhen(language, expiresAt))
    case 'closed':
    case 'full':
      return states[state]
  }
}
