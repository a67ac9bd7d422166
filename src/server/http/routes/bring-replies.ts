import { getPath, type ResponseOf } from '#shared/api/endpoint.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getJoin } from '#shared/api/get-join.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import type { BroughtReply, openSession } from '#shared/api/open-session.ts'
import { getCodePath } from '#shared/code-path.ts'
import type { Language } from '#shared/languages.ts'
import { readStartParam } from '#shared/start-param.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import { findLinkKind } from '../read-open-link.ts'
import type { ByCode } from '../reply-to-code.ts'
import { getProblem, ok, type Reply } from '../route.ts'
import { showCard } from './cards.ts'
import { showCosigning } from './cosign.ts'
import { presentMe } from './me.ts'
import { showJoin } from './doors.ts'
import { showRequest } from './requests.ts'

type OpenedLaunch = {
  user: StoredUser
  /** The start parameter that Telegram signed, if it is one of our codes. */
  code: string | null
  requestId: string
  /** Of the page. */
  language: Language
}

type BroughtScreen = Pick<ResponseOf<typeof openSession>, 'replies' | 'picture'>

type ReadLinkReply = { path: string; reply: Reply<unknown> }

/**
 * What the first screen of a launch reads: the answers of its own calls, by their paths. One that is worth a retry is left
 * out, so the page asks for it. And what they show, where the server draws that screen.
 */
export async function bringReplies(
  { user, code, requestId, language }: OpenedLaunch,
  deps: HttpDeps,
): Promise<BroughtScreen> {
  const link = await readLink({ user, id: code ?? '' }, deps)
  // Who opens a cosigning has a part in it from then on.
  const me = { path: getPath(getMe), reply: ok(await presentMe(user, deps)) }
  const brought = (link ? [me, link] : [me]).flatMap(({ path, reply }) => {
    const found = findBrought(reply, requestId)
    return found === null ? [] : [[path, found] as const]
  })
  const replies = Object.fromEntries(brought)
  return { replies, picture: drawPicture({ code, replies, language }, deps) }
}

type OwnScreen = { code: string | null; language: Language } & Pick<BroughtScreen, 'replies'>

/** Null where the screen has nothing to show: the app says why. */
function drawPicture(
  { code, language, replies }: OwnScreen,
  { shell }: Pick<HttpDeps, 'shell'>,
): BroughtScreen['picture'] {
  const kind = findLinkKind(code ?? '')
  if (code === null || kind === null) return null
  const isShown = Object.values(replies).filter(({ status }) => status === 200).length === 2
  const path = getCodePath(code)
  const html = isShown ? shell.drawLink(language, { kind, path, replies }) : null
  return html === null ? null : { path, html }
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
