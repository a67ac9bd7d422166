import type { StoredAttempt } from '../store/store.ts'
import type { StoredWallet } from '../store/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { requireMembership } from './require-membership.ts'

/**
 * Answers the request for which a wallet was just linked, if it is for members of a chat: the store, which cannot ask
 * Telegram, answers the others as it links. Who is no member, or of whom Telegram does not tell, has a wallet linked all
 * the same, and may answer with it later.
 */
export async function answerAsMember(
  { requestCode: code, userId }: StoredAttempt,
  wallet: StoredWallet,
  deps: Pick<HttpDeps, 'store' | 'chats' | 'now'>,
): Promise<void> {
  const { store, now } = deps
  const request = code === null ? undefined : await store.findRequest(code)
  if (!request?.membersOnly) return
  const user = await store.findUser(userId)
  if (!user || (await requireMembership(user, request, deps))) return
  await store.answerRequest({ code: request.code, userId, walletId: wallet.id }, now())
}
