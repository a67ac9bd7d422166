import type { ReadableAtom } from 'nanostores'
import { findAnswer, MEMBER_TIMEOUT_MS } from './find-answer.ts'
import type { TelegramClient } from './client.ts'
import type { Telegram, WriteAccess } from './telegram.ts'

/** Requests write access for the bot. Supported by clients since version 6.9. */
export function createRequestWriteAccess(
  client: TelegramClient,
  isActive: ReadableAtom<boolean>,
): Telegram['requestWriteAccess'] {
  return async () => {
    // Behind another Mini App the dialog would appear as that app's.
    const canAsk = client.can('web_app_request_write_access') && isActive.get()
    return canAsk ? ask(client) : 'unanswered'
  }
}

async function ask(client: TelegramClient): Promise<WriteAccess> {
  const answer = await findAnswer(client, {
    events: ['write_access_requested'],
    ask: () => client.post('web_app_request_write_access'),
    timeout: MEMBER_TIMEOUT_MS,
  })
  if (answer?.data['status'] === 'allowed') return 'allowed'
  return answer === null || answer.isInstant ? 'unanswered' : 'declined'
}
