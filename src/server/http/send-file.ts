import type { SentFile, SendOutcome } from '../proofs/file-sender.ts'
import { memberLimit } from '../rate-limit/member-limits.ts'
import type { StoredUser } from '../store/database/stored.ts'
import { enforceRateLimit } from './admission.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseFor } from './refuse-for.ts'
import { empty, refuse, type Reply } from './route.ts'

/** Has the bot send the member a file. `makeFile` runs only within the rate. */
export async function sendFile(
  user: StoredUser,
  makeFile: () => Promise<SentFile>,
  deps: HttpDeps,
): Promise<Reply<undefined>> {
  const refusal = await enforceRateLimit(memberLimit('files', user), deps)
  if (refusal) return refusal
  return replyTo(await deps.sendFile(user, await makeFile()), user, deps)
}

async function replyTo(
  sent: SendOutcome,
  { id }: StoredUser,
  { store }: HttpDeps,
): Promise<Reply<undefined>> {
  switch (sent.outcome) {
    case 'delivered':
      await store.setMayMessage(id, true)
      return empty
    case 'forbidden':
      await store.setMayMessage(id, false)
      return refuse('proof-undeliverable')
    case 'failed':
      return refuseFor('share-failed', sent.retryAfterMs)
  }
}
