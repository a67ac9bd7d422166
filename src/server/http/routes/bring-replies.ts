import { getPath } from '#shared/api/endpoint.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getJoin } from '#shared/api/get-join.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import type { BroughtReply } from '#shared/api/open-session.ts'
import { readStartParam } from '#shared/start-param.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { ByCode } from '../reply-to-code.ts'
import { getProblem, ok, type Reply } from '../route.ts'
import { showCard } from './cards.ts'
import { showCosigning } from './cosign.ts'
import { presentMe } from './me.ts'
import { showJoin } from './doors.ts'
import { showRequest } from './requests.ts'

/** `code`: the start parameter that Telegram signed, if it is one of our codes. */
type OpenedLaunch = { user: StoredUser; code: string | null; requestId: string }

type ReadLinkReply = { path: string; reply: Reply<unknown> }

/**
 * What the first screen of a launch reads: the answers of its own calls, by their paths. One that is worth a retry is left
 * out, so the page asks for it.
 */
export async function bringReplies(
  { user, code, requestId }: OpenedLaunch,
  deps: HttpDeps,
): Promise<Record<string, BroughtReply>> {
  const link = await readLink({ user, id: code ?? '' }, deps)
  // Who opens a cosigning has a part in it from then on.
  const me = { path: getPath(getMe), reply: ok(await presentMe(user, deps)) }
  const replies = (link ? [me, link] : [me]).flatMap(({ path, reply }) => {
    const brought = findBrought(reply, requestId)
    return brought === null ? [] : [[path, brought] as const]
  })
  return Object.fromEntries(replies)
}

/** Null for a code whose screen reads something else. */
async function readLink(asked: ByCode, deps: HttpDeps): Promise<ReadLinkReply | null> {
  switch (readStartParam(asked.id)?.kind) {
    case 'request':
      return { path: getPath(getRequest, asked.id), reply: await showRequest(asked, deps) }
    case 'card':
      return { path: getPath(getCard, asked.id), reply: await showCard(asked, deps) }
    case 'cosign':
      return { path: getPath(getCosigning, asked.id), reply: await showCosigning(asked, deps) }
    case 'join': {
      const id = asked.id.slice('j1_'.length)
      return { path: getPath(getJoin, id), reply: await showJoin({ ...asked, id }, deps) }
    }
    default:
      return null
  }
}

function findBrought(reply: Reply<unknown>, requestId: string): BroughtReply | null {
  if (reply.kind === 'body') return { status: reply.status, body: reply.body }
  if (reply.kind === 'empty' || reply.retryAfterS !== undefined) return null
  const body = getProblem(reply.code, requestId)
  return { status: body.status, body }
}
