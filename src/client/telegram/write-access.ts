import { answerOf } from './answer-of.ts'
import type { Client } from './client.ts'

/** Asks to let the bot write to the member. Clients know it since version 6.9. */
export function createRequestWriteAccess({ can, post }: Client): () => Promise<boolean> {
  return async () => {
    if (!can('web_app_request_write_access')) return false
    const answer = await answerOf('write_access_requested', () =>
      post('web_app_request_write_access'),
    )
    return answer?.status === 'allowed'
  }
}
