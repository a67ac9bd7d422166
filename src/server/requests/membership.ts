import type { ProblemCode } from '#shared/problem.ts'
import type { StoredRequest } from '../store/rows/request-rows.ts'
import type { Store } from '../store/store.ts'
import type { EpochMs, StoredUser, StoredWallet } from '../store/database/stored.ts'
import { lookUpCode } from './look-up-code.ts'
import { requestState } from './request-state.ts'
import type { TelegramChats } from './telegram-chats.ts'

/** Requests that only members of a chat may answer. */

type MembershipDeps = { chats: Pick<TelegramChats, 'isMember'>; now: () => EpochMs }

export type AnswerDeps = MembershipDeps & {
  store: Pick<Store, 'findRequest' | 'findUser' | 'answerRequest'>
}

/**
 * Why the member may not answer because of the chat that the request is for; null if they may. It queries Telegram
 * about the request's own chat, wherever the link was found, and guesses nothing when Telegram does not say. It refuses
 * an ended request for members as closed, because its maker may extend it before the store reads it again.
 */
export async function checkMembership(
  { telegramId }: Pick<StoredUser, 'telegramId'>,
  request: StoredRequest,
  { chats, now }: MembershipDeps,
): Promise<'members-only' | 'membership-unknown' | 'request-closed' | null> {
  const { chat, membersOnly } = request
  if (chat === null || !membersOnly) return null
  if (requestState({ request, answered: 0 }, now()) !== 'open') return 'request-closed'
  switch (await chats.isMember(chat, telegramId)) {
    case 'yes':
      return null
    case 'no':
      return 'members-only'
    case 'unknown':
      return 'membership-unknown'
  }
}

/** Why a member may not link a wallet for a request. `retryAfterMs`: until they may look up a code again */
export type Ineligible = {
  code: Extract<ProblemCode, 'members-only' | 'rate-limited'>
  retryAfterMs?: number
}

/**
 * Checks whether a member may answer the request before they connect a wallet for it; null if they may. An unknown code
 * counts as a failed look-up, as elsewhere, but a wallet can be linked all the same.
 */
export async function checkEligibility(
  user: StoredUser,
  requestCode: string | undefined,
  deps: MembershipDeps & { store: Store },
): Promise<Ineligible | null> {
  if (requestCode === undefined) return null
  const lookup = await lookUpCode(user, () => deps.store.findRequest(requestCode), deps)
  if (lookup.outcome === 'limited') return { code: 'rate-limited', retryAfterMs: lookup.waitMs }
  if (lookup.outcome === 'unknown') return null
  const problem = await checkMembership(user, lookup.found, deps)
  return problem === 'members-only' ? { code: problem } : null
}

/**
 * Answers the request for which a wallet was just linked, if the request is for members of a chat. All other requests
 * are answered by the store when it links, because the store cannot query Telegram. If the member is not in the chat,
 * or Telegram does not say, the wallet is linked all the same and can answer later.
 */
export async function answerAsMember(
  code: string,
  { id: walletId, userId }: Pick<StoredWallet, 'id' | 'userId'>,
  deps: AnswerDeps,
): Promise<void> {
  const { store, now } = deps
  const request = await store.findRequest(code)
  if (!request?.membersOnly) return
  const user = await store.findUser(userId)
  if (!user || (await checkMembership(user, request, deps)) !== null) return
  await store.answerRequest({ code: request.code, userId, walletId }, now())
}
