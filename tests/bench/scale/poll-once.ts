import { takeOne } from '#server/store/database/rate-limits.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import { admitMember, RATE } from './admit-member.ts'
import type { ReadyMember } from './scale-messages.ts'

type Poll = {
  member: ReadyMember
  /** That the attempt linked. */
  wallet: StoredWallet
  /** Hash of the operator's API key. */
  key: Uint8Array
  attemptId: string
}

/** What three readers ask: the attempt's screen, the member's Home, and the operator's code. */
export async function pollOnce(store: Store, poll: Poll): Promise<void> {
  await readAttempt(store, poll)
  await readHome(store, poll)
  await readAsOperator(store, poll)
}

/** `GET /api/attempts/:id` */
async function readAttempt(store: Store, { member, attemptId, wallet }: Poll): Promise<void> {
  const { id } = await admitMember(store, member)
  const attempt = await store.findAttempt(attemptId, id, Date.now())
  if (attempt?.walletId !== wallet.id) throw new Error('the attempt has linked no wallet')
  await store.findWallet(wallet.id, id)
}

/** `GET /api/me` */
async function readHome(store: Store, { member }: Poll): Promise<void> {
  const { id } = await admitMember(store, member)
  await Promise.all([
    store.listWallets(id),
    store.listCosignings(id, Date.now()),
    store.listConsents(id, Date.now()),
    store.findUnderWay(id, Date.now()),
    store.hasAsked(id),
  ])
}

/** `GET /v1/users/:telegramId/wallets` */
async function readAsOperator(store: Store, { member, wallet, key }: Poll): Promise<void> {
  const found = await store.findApiKey(key)
  await takeOne({ subject: `key:${found?.id}`, rate: RATE }, { store, now: Date.now })
  const user = await store.findUserByTelegramId(member.telegramId)
  const wallets = user ? await store.listWallets(user.id) : []
  if (!wallets.some(({ id }) => id === wallet.id)) throw new Error('the wallet is not listed')
  await store.listOwnersMultisigs(wallets)
}
