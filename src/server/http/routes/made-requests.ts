import type { ResponseOf } from '#shared/api/endpoint.ts'
import { exportPeople } from '#shared/api/export-people.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { listPeople, PEOPLE_LISTED } from '#shared/api/list-people.ts'
import { sendPeople } from '#shared/api/send-people.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import type { MadeRequest } from '#shared/request.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'
import type { MadeRequestRow } from '../../store/requests/made-requests.ts'
import type { PersonalAnswer } from '../../store/requests/received-answers.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { writePeopleTable } from '../people-table.ts'
import { readFresh } from '../read-fresh.ts'
import { requireRequester } from '../require-requester.ts'
import { enforceRateLimit } from '../admission.ts'
import { ok, refuse, type Reply, serveMember } from '../route.ts'
import { viewMadeRequest, viewReceivedAnswer } from '../request-views.ts'
import { sendFile } from '../send-file.ts'
import { isoTime } from '../views.ts'

const LISTED_REQUESTS = 50
const SECOND_MS = 1_000

/**
 * A member's own requests: lists, closes and extends them, and lists their answers. Requests of others are not found.
 * Who may no longer make requests there can close their own, and reads no answers.
 */
export function serveMadeRequests(app: HttpApp, deps: HttpDeps): void {
  const { store } = deps

  serveMember(app, listMadeRequests, async ({ user }) => {
    const rows = await store.listMadeRequests(user.id, LISTED_REQUESTS)
    return ok({ requests: rows.map((row) => viewMadeRequest(row, deps)) })
  })

  serveMember(app, updateRequest, ({ user, id, body }) =>
    'state' in body ? close({ user, id }, deps) : extend({ user, id }, body.expiresIn, deps),
  )

  serveMember(app, listPeople, ({ user, id }) =>
    withAnswers({ user, id }, deps, async () => {
      const people = await listFreshPeople(id, deps)
      return ok({ people: people.map(viewReceivedAnswer) })
    }),
  )

  serveMember(app, exportPeople, async ({ user, id }) => {
    const refusal = await enforceRateLimit(memberLimit('exports', user), deps)
    if (refusal) return refusal
    return withAnswers({ user, id }, deps, async () => ok(await makeTable(id, deps)))
  })

  serveMember(app, sendPeople, ({ user, id }) =>
    withAnswers({ user, id }, deps, () =>
      sendFile(user, async () => ({ kind: 'people', ...(await makeTable(id, deps)) }), deps),
    ),
  )
}

async function makeTable(code: string, deps: HttpDeps): Promise<ResponseOf<typeof exportPeople>> {
  const { store, now } = deps
  await listFreshPeople(code, deps)
  const csv = await writePeopleTable(store.readPeople(code))
  return { fileName: `clasp-${isoTime(now()).slice(0, 10)}.csv`, csv }
}

function listFreshPeople(code: string, deps: HttpDeps): Promise<PersonalAnswer[]> {
  const read = () => deps.store.listPeople(code, PEOPLE_LISTED)
  return readFresh(read, (people) => people.flatMap(({ wallet }) => wallet ?? []), deps)
}

type RequestRef = { user: StoredUser; id: string }

async function withMade<Body>(
  { user, id }: RequestRef,
  { store }: HttpDeps,
  answer: (made: MadeRequestRow) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const made = await store.findMadeRequest(id, user.id)
  return made ? answer(made) : refuse('not-found')
}

/** Telegram and the operator say whether the maker may still ask there, as when the request was made. */
function withAnswers<Body>(
  target: RequestRef,
  deps: HttpDeps,
  read: () => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  return withMade(
    target,
    deps,
    async ({ request }) => (await requireRequester(target.user, request.chat, deps)) ?? read(),
  )
}

async function close(target: RequestRef, deps: HttpDeps): Promise<Reply<MadeRequest>> {
  const closed = await deps.store.closeRequest(target.id, { userId: target.user.id }, deps.now())
  return closed ? presentChanged(target, deps) : refuse('not-found')
}

/** To extend a request is to make it anew, so a member who may no longer make requests there cannot extend one. */
function extend(
  target: RequestRef,
  expiresInS: number,
  deps: HttpDeps,
): Promise<Reply<MadeRequest>> {
  return withMade(target, deps, async ({ request }) => {
    if (request.closedAt !== null) return refuse('request-closed')
    const refusal = await requireRequester(target.user, request.chat, deps)
    if (refusal) return refusal
    const expiresAt = deps.now() + expiresInS * SECOND_MS
    const by = { userId: target.user.id }
    const extended = await deps.store.extendRequest({ code: target.id, by, expiresAt }, deps.now())
    if (!extended) return refuse('not-found')
    return extended.request.closedAt === null
      ? presentChanged(target, deps)
      : refuse('request-closed')
  })
}

/** Updates the request's posts to its new state. */
function presentChanged(target: RequestRef, deps: HttpDeps): Promise<Reply<MadeRequest>> {
  deps.onEvent()
  return withMade(target, deps, async (made) => ok(viewMadeRequest(made, deps)))
}
