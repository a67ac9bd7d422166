import type { DoorRule } from '#shared/door-rule.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredJoin } from '#server/store/doors/joins.ts'
import type { TelegramProfile } from '#server/store/members/users.ts'
import type { ChatProfile } from '#server/store/rows/chat-rows.ts'
import { NOON, sampleMember } from './store-samples.ts'

export const ANY_WALLET = {
  kind: 'wallet',
  family: null,
  level: null,
  binding: null,
} as const satisfies DoorRule

let updates = 0

type JoinSample = {
  now?: number
  /** @default a new member */
  userId?: string
  /** @default the operator's code decides; null for no door */
  rule?: DoorRule | null
  /** @default a query of its own */
  queryId?: string | null
  /** Telegram's id of the group. @default -1001 */
  group?: string
}

/** A request to join by a member, in an update of its own that was sent now. */
export function sampleAsking(
  person: TelegramProfile,
  group: ChatProfile,
  { now = NOON, queryId = null }: Pick<JoinSample, 'now' | 'queryId'> = {},
) {
  updates += 1
  return { update: { id: updates, sentAt: now }, person, group, queryId }
}

/** A member asks to join a group, whose door is set first. */
export async function askToJoin(
  store: Store,
  { now = NOON, rule = { kind: 'host' }, group = '-1001', ...asking }: JoinSample = {},
): Promise<StoredJoin> {
  const profile = { telegramId: group, title: 'Council' }
  const chat = await store.saveChat(profile, now)
  const person =
    asking.userId === undefined ? await sampleMember(store) : await store.findUser(asking.userId)
  if (person === undefined) throw new Error('no such member')
  const version = (await store.findDoor(chat.id))?.version ?? null
  if (rule !== null)
    await store.setDoor({ chatId: chat.id, userId: person.id, version, rule, tags: false }, now)
  const { queryId = `query-${updates + 1}` } = asking
  const asked = await store.askToJoin(sampleAsking(person, profile, { now, queryId }), now, now)
  if (asked.outcome !== 'noted') throw new Error(asked.outcome)
  return asked.join
}
