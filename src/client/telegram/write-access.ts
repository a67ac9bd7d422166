import { answerOf, MEMBER_PATIENCE_MS } from './answer-of.ts'
import type { Client } from './client.ts'

/** Asks to let the bot write to the member. Clients know it since version 6.9. */
export function createRequestWriteAccess(client: Client): () => Promise<boolean> {
  return async () => {
    if (!client.can('web_app_request_write_access')) return false
    const answer = await answerOf(client, {
      events: ['write_access_requested'],
      ask: () => client.post('web_app_request_write_access'),
      patience: MEMBER_PATIENCE_MS,
    })
    return answer?.data['status'] === 'allowed'
  }
}
