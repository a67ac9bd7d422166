import type { RequestOf } from '#shared/api/endpoint.ts'
import type { RequestTargets } from '#shared/api/list-chats.ts'
import type { makeRequest } from '#shared/api/make-request.ts'
import { REQUEST_LIFE_S } from '#shared/request.ts'
import type { Family } from '#shared/wallet.ts'

/** Where to ask: a chat, or wherever the member sends the link. */
export type RequestTarget =
  | { kind: 'chat'; id: string; title: string }
  | { kind: 'anywhere'; id: 'anywhere' }

const DAY_S = 24 * 60 * 60
/** How long a request can be open, in seconds. */
export const LIVES_S = { day: DAY_S, week: REQUEST_LIFE_S.usual, month: 30 * DAY_S } as const
export type Life = keyof typeof LIVES_S

/** What the member has chosen on the form so far. */
export type RequestDraft = {
  /** Null where the chosen target is no longer offered. */
  target: RequestTarget | null
  /** Null for every offered family. */
  family: Family | null
  life: Life
  /** Counts only with a chat. */
  isForMembers: boolean
}

/** Chats first, in the server's order. */
export function getRequestTargets({ anywhere, chats }: RequestTargets): readonly RequestTarget[] {
  const inChats = chats.map((chat) => ({ kind: 'chat' as const, ...chat }))
  return anywhere ? [...inChats, { kind: 'anywhere', id: 'anywhere' }] : inChats
}

/** @param families that are offered */
export function toRequestTerms(
  { family, life, isForMembers }: RequestDraft,
  target: RequestTarget,
  families: readonly Family[],
): RequestOf<typeof makeRequest> {
  const terms = {
    families: family === null ? [...families] : [family],
    expiresIn: LIVES_S[life],
  }
  return target.kind === 'chat'
    ? { ...terms, chatId: target.id, membersOnly: isForMembers }
    : { ...terms, chatId: null, membersOnly: false }
}
