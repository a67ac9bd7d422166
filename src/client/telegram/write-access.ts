import { request } from '@telegram-apps/sdk-react'
import { can, type Client } from './client.ts'

/** How long the question stays open for the member; a client that never answers means no. */
const ANSWER_TIMEOUT_MS = 60_000

/** Asks to let the bot write to the member. Clients know it since version 6.9. */
export function createRequestWriteAccess(client: Client): () => Promise<boolean> {
  return async () => {
    if (!can(client, 'web_app_request_write_access')) return false
    try {
      const answer = await request('web_app_request_write_access', 'write_access_requested', {
        timeout: ANSWER_TIMEOUT_MS,
      })
      return answer.status === 'allowed'
    } catch {
      return false
    }
  }
}
