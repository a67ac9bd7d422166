import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { StoredWallet } from '../store/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { requireMembership } from './require-membership.ts'

/**
 * Answers the request for which a wallet was just linked, if the request is for members of a chat. All other requests
 * are answered by the store when it links, because the store cannot query Telegram. If the member is not in the chat,
 * or Telegram does not tell, the wallet is linked all the same and can answer later.
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
