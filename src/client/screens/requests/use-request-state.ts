import type { MadeRequest } from '#shared/request.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useMessagesOf } from '../arriving/use-section.ts'

/** Whether a request takes answers, and until when. */
export function useRequestState({
  state,
  expiresAt,
}: Pick<MadeRequest, 'state' | 'expiresAt'>): string {
  const { language } = useLocalization()
  const { states } = useMessagesOf('requesting')
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
