import type { Boot } from '#shared/boot.ts'
import {
  createRequest,
  findRequest,
  type HostAnswer,
  type HostRequest,
  updateHostRequest,
} from '#shared/api/host/host-request.ts'
import { directLink } from '#shared/links.ts'
import { offeredFamilies } from '../../linking/offered-families.ts'
import { randomCode } from '../../requests/random-code.ts'
import { requestState } from '../../requests/request-state.ts'
import type { StoredChat } from '../../store/rows/chat-rows.ts'
import type { StoredReceivedAnswer } from '../../store/requests/received-answers.ts'
import type { CountedRequest } from '../../store/rows/request-rows.ts'
import type { HttpDeps } from '../http-deps.ts'
import { readFresh } from '../read-fresh.ts'
import { TELEGRAM_RETRY_S } from '../refuse-for.ts'
import { isoTime, viewHostWallet } from '../views.ts'
import { readCursor, writeCursor } from './cursor.ts'
import {
  changeHost,
  type HostOutcome,
  type HostApi,
  type HostRequestInput as HostCall,
  serveHost,
} from './serve-host.ts'
import { answerHost, type HostRefusal, refuseHost } from './host-reply.ts'

const SECOND_MS = 1_000

/** Connect requests: the host creates, closes and extends them, and reads their answers. */
export function serveHostRequests(api: HostApi): void {
  const { deps } = api
  const { store } = deps

  serveHost(api, createRequest, (call) => create(call, deps))

  serveHost(api, findRequest, async ({ params: { code }, query }) => {
    const list = `/v1/requests/${code}`
    const after = query.after === undefined ? null : readCursor(list, query.after)
    if (after === undefined) return refuseHost('cursor-invalid')
    const request = await store.findRequest(code)
    if (!request) return refuseHost('not-found')
    const [answered, { answers, next }] = await Promise.all([
      store.countAnswers(code),
      readFresh(
        () => store.listAnswers(code, { after, limit: query.limit }),
        (page) => page.answers.flatMap(({ wallet }) => wallet ?? []),
        deps,
      ),
    ])
    return answerHost({
      request: viewHostRequest({ request, answered }, deps),
      answers: {
        data: answers.map(viewAnswer),
        next: next === null ? null : writeCursor(list, next),
      },
    })
  })

  serveHost(api, updateHostRequest, (call) => update(call, deps))
}

async function create(
  { key, body }: HostCall<typeof createRequest>,
  deps: HttpDeps,
): Promise<HostOutcome<HostRequest>> {
  const offered = offeredFamilies(deps.boot.policy)
  const families = body.families ?? offered
  if (!families.every((family) => offered.includes(family))) return NOT_OFFERED
  if (body.membersOnly && body.chatId === undefined) return NO_MEMBERS
  const chat = body.chatId === undefined ? null : await noteChat(body.chatId, deps)
  if (chat === 'no') return NO_SUCH_CHAT
  if (chat === 'unknown') return refuseHost('telegram-unreachable', TELEGRAM_RETRY_S)
  const now = deps.now()
  const wanted = {
    code: randomCode('r'),
    by: { keyId: key.id },
    families,
    now,
    expiresAt: now + body.expiresIn * SECOND_MS,
    chat,
    membersOnly: body.membersOnly,
    byAnybody: false,
    maxAnswers: body.maxAnswers ?? null,
    message: null,
  }
  return changeHost(async (effects) => {
    const request = await effects.createRequest(wanted)
    return answerHost(viewHostRequest({ request, answered: 0 }, deps))
  })
}

/** Stores the group as Telegram describes it now; `no` when the bot is not in it. */
async function noteChat(
  telegramId: string,
  { chats, store, now }: HttpDeps,
): Promise<StoredChat | 'no' | 'unknown'> {
  const profile = await chats.describe(telegramId)
  return typeof profile === 'string' ? profile : store.saveChat(profile, now())
}

/**
 * Any key of the operator may change the operator's requests, because keys get replaced and requests stay, and close
 * those of members, because they stand under the operator's bot. Only its member extends a member's request.
 */
async function update(
  { params: { code }, body }: HostCall<typeof updateHostRequest>,
  deps: HttpDeps,
): Promise<HostOutcome<HostRequest>> {
  const maker = (await deps.store.findRequest(code))?.maker
  const now = deps.now()
  const isClosing = 'state' in body
  if (maker === undefined || (maker.kind !== 'key' && !isClosing)) return refuseHost('not-found')
  return changeHost(async (effects) => {
    const changed = isClosing
      ? await effects.closeRequest(code, 'operator', now)
      : await effects.extendRequest(
          { code, by: 'operator', expiresAt: now + body.expiresIn * SECOND_MS },
          now,
        )
    if (!changed) return refuseHost('not-found')
    if (!isClosing && changed.request.closedAt !== null) return CLOSED
    return answerHost(viewHostRequest(changed, deps))
  }, deps.onEvent)
}

const NOT_OFFERED = badRequest('body.families: EVM wallets are not offered here.')
const NO_MEMBERS = badRequest('body.membersOnly: needs a chatId.')
const NO_SUCH_CHAT = badRequest(
  'body.chatId: Telegram knows no group by this id with the bot in it.',
)
const CLOSED = badRequest('body.expiresIn: the request is closed for good.')

function badRequest(hint: string): HostRefusal {
  return { ...refuseHost('bad-request'), hint }
}

type RequestSite = { boot: Pick<Boot, 'bot'>; now: () => number }

function viewHostRequest(counted: CountedRequest, { boot, now }: RequestSite): HostRequest {
  const { code, families, chat, membersOnly, maxAnswers, createdAt, expiresAt } = counted.request
  return {
    code,
    url: directLink(boot.bot, code),
    families,
    state: requestState(counted, now()),
    chat: chat && { id: chat.telegramId, title: chat.title },
    membersOnly,
    maxAnswers,
    answered: counted.answered,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  }
}

function viewAnswer({ user, wallet, answeredAt, withdrawnAt }: StoredReceivedAnswer): HostAnswer {
  return {
    user,
    wallet: wallet && viewHostWallet(wallet),
    answeredAt: isoTime(answeredAt),
    withdrawnAt: isoTime(withdrawnAt),
  }
}
