import type { MadeRequest } from '#shared/request.ts'
import type { AskingMessages } from '../i18n/asking/messages.ts'
import { formatWhen } from '../i18n/format.ts'
import { useSpeech } from '../i18n/use-speech.ts'

/** Whether a request takes answers, and until when. */
export function useRequestState(
  { state, expiresAt }: Pick<MadeRequest, 'state' | 'expiresAt'>,
  { states }: AskingMessages,
): string {
  const { language } = useSpeech()
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
