import type { ResponseOf } from '#shared/api/endpoint.ts'
import { share } from '#shared/api/share.ts'
import { directLink } from '#shared/links.ts'
import { readStartParam } from '#shared/start-param.ts'
import { requestState } from '../../requests/request-state.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { Shareable } from '../../requests/telegram-chats.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { enforceRateLimit } from '../admission.ts'
import { ok, refuse, type Reply, serveMember } from '../route.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'

/**
 * Prepares a message with which the member sends an own request, card or cosigning into a chat. Those of others are not
 * found, whether they exist or not.
 */
export function serveShare(app: HttpApp, deps: HttpDeps): void {
  serveMember(app, share, async ({ user, body: { code } }) => {
    const refusal = await enforceRateLimit(memberLimit('sharing', user), deps)
    if (refusal) return refusal
    switch (readStartParam(code)?.kind) {
      case 'card':
        return shareCard(user, code, deps)
      case 'cosign':
        return shareCosigning(user, code, deps)
      default:
        return shareRequest(user, code, deps)
    }
  })
}

type Sharing = Promise<Reply<ResponseOf<typeof share>>>

async function shareRequest(user: StoredUser, code: string, deps: HttpDeps): Sharing {
  const made = await deps.store.findMadeRequest(code, user.id)
  if (!made) return refuse('not-found')
  const state = requestState(made, deps.now())
  if (state === 'full') return refuse('request-full')
  if (state !== 'open') return refuse('request-closed')
  return prepare({ user, code, shareable: { kind: 'request', request: made.request } }, deps)
}

async function shareCard(user: StoredUser, code: string, deps: HttpDeps): Sharing {
  const found = await deps.store.findCard(code)
  if (found?.kind !== 'live' || found.holder.id !== user.id) return refuse('not-found')
  const { card, wallet } = found
  return prepare({ user, code, shareable: { kind: 'card', card, wallet } }, deps)
}

async function shareCosigning(user: StoredUser, code: string, deps: HttpDeps): Sharing {
  const cosigning = await deps.store.findCosigning(code, deps.now())
  if (cosigning?.starter.id !== user.id) return refuse('not-found')
  if (cosigning.state !== 'open') return refuse('cosign-closed')
  return prepare({ user, code, shareable: { kind: 'cosigning', cosigning } }, deps)
}

type PreparedShare = { user: StoredUser; code: string; shareable: Shareable }

async function prepare(
  { user, code, shareable }: PreparedShare,
  { chats, boot }: HttpDeps,
): Sharing {
  const preparedMessageId = await chats.prepareMessage(user, shareable)
  return ok({ url: directLink(boot.bot, code), preparedMessageId })
}
