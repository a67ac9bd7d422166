import type { DoorRule } from '#shared/door-rule.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredJoin } from '#server/store/doors/joins.ts'
import { NOON, sampleMember } from './store-samples.ts'

export const ANY_WALLET = {
  kind: 'wallet',
  family: null,
  level: null,
  binding: null,
} as const satisfies DoorRule

let updates = 0

type Asking = {
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

/** A member asks to join a group, whose door is set first. */
export async function askToJoin(
  store: Store,
  { now = NOON, rule = { kind: 'host' }, group = '-1001', ...asking }: Asking = {},
): Promise<StoredJoin> {
  updates += 1
  const chat = await store.saveChat({ telegramId: group, title: 'Council' }, now)
  const userId = asking.userId ?? (await sampleMember(store)).id
  const version = (await store.findDoor(chat.id))?.version ?? null
  if (rule !== null)
    await store.setDoor({ chatId: chat.id, userId, version, rule, tags: false }, now)
  const { queryId = `query-${updates}` } = asking
  await store.askToJoin({ updateId: updates, chatId: chat.id, userId, queryId }, now)
  const join = (await store.listJoins(userId)).findLast(({ state }) => state !== 'withdrawn')
  if (join === undefined) throw new Error('nobody asked')
  return join
}
