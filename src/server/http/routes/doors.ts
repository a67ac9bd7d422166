import type { Door } from '#shared/door.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import { getDoor } from '#shared/api/get-door.ts'
import { getJoin } from '#shared/api/get-join.ts'
import { setDoor } from '#shared/api/set-door.ts'
import { turnOffDoor } from '#shared/api/turn-off-door.ts'
import type { Join } from '#shared/join.ts'
import { DOOR_READING_MAX_AGE_MS, isOffered } from '../../door/judge-door.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { StoredDoor } from '../../store/doors/doors.ts'
import type { StoredJoin } from '../../store/doors/joins.ts'
import type { StoredChat } from '../../store/rows/chat-rows.ts'
import { viewDoor, viewJoin } from '../door-views.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { refuseFor } from '../refuse-for.ts'
import type { ByCode } from '../reply-to-code.ts'
import { empty, ok, refuse, type Refusal, type Reply, serveMember } from '../route.ts'

const LISTED = 50

/** The door of a group, for its administrators; and a request to join, for who made it. */
export function serveDoors(app: HttpApp, deps: HttpDeps): void {
  const { store, now, onEvent } = deps

  serveMember(app, getDoor, (asked) => withChat(asked, deps, (chat) => show(chat, deps)))

  serveMember(app, setDoor, ({ user, id, body }) =>
    withChat({ user, id }, deps, async (chat) => {
      const refusal = await refuseRule(body.rule, deps)
      if (refusal) return refusal
      const isSet = await store.setDoor({ ...body, chatId: chat.id, userId: user.id }, now())
      if (!isSet) return refuse('door-changed')
      await store.noteRequester({ chat, userId: user.id }, now())
      onEvent()
      return show(chat, deps)
    }),
  )

  serveMember(app, turnOffDoor, ({ user, id }) =>
    withChat({ user, id }, deps, async (chat) => {
      await store.turnOffDoor(chat.id, now())
      onEvent()
      return empty
    }),
  )

  serveMember(app, getJoin, (asked) => showJoin(asked, deps))
}

/** Telegram says who the group's administrators are. */
async function withChat<Body>(
  { user, id }: { user: StoredUser; id: string },
  { store, chats }: HttpDeps,
  answer: (chat: StoredChat) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const chat = await store.findChat(id)
  if (chat === undefined || chat.leftAt !== null) return refuse('chat-gone')
  switch (await chats.isAdministrator(chat, user.telegramId)) {
    case 'yes':
      return answer(chat)
    case 'no':
      return refuse('not-administrator')
    case 'unknown':
      return refuseFor('membership-unknown')
  }
}

async function show(chat: StoredChat, { store, chats }: HttpDeps): Promise<Reply<Door>> {
  const [door, missing, waiting, ended] = await Promise.all([
    store.findDoor(chat.id),
    chats.findMissing(chat),
    store.listWaitingJoins(chat.id, LISTED),
    store.listEndedJoins(chat.id, LISTED),
  ])
  return ok(viewDoor({ chat, door, missing: missing && [...missing], waiting, ended }))
}

/** A rule that nobody can meet is not set. */
async function refuseRule(
  rule: DoorRule,
  { store, accepts }: HttpDeps,
): Promise<Refusal | undefined> {
  if (rule.kind === 'host') return undefined
  if (rule.kind === 'wallet') {
    const canBeMet = rule.family === null || isOffered(rule.family, { accepts })
    return canBeMet ? undefined : refuse('evm-off')
  }
  const multisig = await store.findMultisig(rule.multisigId)
  if (multisig === undefined) return refuse('multisig-not-found')
  return accepts(multisig) ? undefined : refuse('evm-chain-unsupported')
}

/** A request to join as its member sees it, judged by what its chain says now. */
export async function showJoin({ user, id }: ByCode, deps: HttpDeps): Promise<Reply<Join>> {
  const { store } = deps
  const join = await store.findJoin(id, user.id)
  if (join === undefined) return refuse('not-found')
  const door = await store.findDoor(join.chat.id)
  await judgeInPassing(join, door, deps)
  return ok(viewJoin(join, door))
}

/** A newer reading may show the person as an owner; what it changes shows the next time. */
async function judgeInPassing(
  { id, state, why }: StoredJoin,
  door: StoredDoor | undefined,
  { store, multisigs, now, onEvent }: HttpDeps,
): Promise<void> {
  const multisig = door?.multisig ?? null
  if (multisig === null || (state !== 'asked' && state !== 'queued')) return
  const read = await multisigs.refresh(multisig, DOOR_READING_MAX_AGE_MS)
  const isNewer = read.multisig.checkedAt !== multisig.checkedAt
  if (!isNewer && !(why === 'chain-away' && read.state === 'current')) return
  await store.wakeJoin(id, now())
  onEvent()
}
