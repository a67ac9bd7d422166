import type { Door } from '#shared/door.ts'
import type { ShownRule } from '#shared/door-rule.ts'
import {
  type DoorInUse,
  type EndedJoin,
  type Join,
  WAITING_REASONS,
  type WaitingJoin,
} from '#shared/join.ts'
import { plainName } from '#shared/plain-name.ts'
import type { StoredDoor } from '../store/doors/doors.ts'
import type { StoredJoin } from '../store/doors/joins.ts'
import type { StoredChat } from '../store/rows/chat-rows.ts'
import { viewMultisig } from './multisig-views.ts'
import { viewPerson } from './request-views.ts'
import { isoTime } from './views.ts'

/** Doors and who asks to join, as the contract shows them. Names come from Telegram. */

type DoorParts = {
  chat: StoredChat
  door: StoredDoor | undefined
  missing: Door['missing']
  waiting: readonly StoredJoin[]
  ended: readonly StoredJoin[]
}

export function viewDoor({ chat, door, missing, waiting, ended }: DoorParts): Door {
  return {
    chat: { id: chat.id, title: plainName(chat.title) },
    door: door
      ? {
          version: door.version,
          rule: viewRule(door),
          tags: door.tags,
          tagsRefused: door.tagsRefused,
          setBy: door.setBy && viewPerson(door.setBy),
          setAt: isoTime(door.setAt),
        }
      : null,
    missing: missing && missing.filter((need) => need !== 'tags' || door?.tags === true),
    waiting: waiting.flatMap(viewWaiting),
    ended: ended.flatMap(viewEnded),
  }
}

/** Null where nobody can meet it. */
function viewRule({ rule, multisig }: Pick<StoredDoor, 'rule' | 'multisig'>): ShownRule | null {
  if (rule?.kind !== 'owner') return rule
  return multisig && { kind: 'owner', multisig: viewMultisig(multisig) }
}

function viewWaiting({ id, user, state, askedAt, ...join }: StoredJoin): WaitingJoin[] {
  const why = WAITING_REASONS.find((reason) => reason === join.why)
  if ((state !== 'asked' && state !== 'queued') || why === undefined) return []
  return [{ id, person: viewPerson(user), state, why, askedAt: isoTime(askedAt) }]
}

function viewEnded({ id, user, endedAt, endedWhy }: StoredJoin): EndedJoin[] {
  if (endedAt === null || endedWhy === null) return []
  return [{ id, person: viewPerson(user), why: endedWhy, endedAt: isoTime(endedAt) }]
}

export function viewJoin(join: StoredJoin, door: StoredDoor | undefined): Join {
  const { id, chat, state, why, walletId, endedAt, askedAt } = join
  return {
    id,
    chat: { title: plainName(chat.title) },
    rule: door ? viewRule(door) : null,
    state,
    why,
    isFinal: isFinal(join),
    walletId: endedAt === null ? walletId : null,
    askedAt: isoTime(askedAt),
  }
}

function isFinal({ state, told }: StoredJoin): boolean {
  switch (state) {
    case 'withdrawn':
      return true
    case 'approved':
      return told === 'approve'
    case 'declined':
      return told === 'decline'
    case 'asked':
    case 'queued':
      return false
  }
}

export function viewDoorInUse({ id, chat, walletId, decidedAt }: StoredJoin): DoorInUse[] {
  if (walletId === null || decidedAt === null) return []
  const title = plainName(chat.title)
  return [{ joinId: id, walletId, chat: { title }, decidedAt: isoTime(decidedAt) }]
}
