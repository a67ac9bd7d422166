import { listUserWallets } from '#shared/api/host/list-user-wallets.ts'
import type { StoredWallet } from '../../store/store.ts'
import { viewHostWallet } from '../views.ts'
import { answerHost } from './host-reply.ts'
import { type HostApi, serveHost } from './serve-host.ts'

/** "Who is this": the wallets of a Telegram account. */
export function serveHostUsers(api: HostApi): void {
  const { store } = api.deps
  serveHost(api, listUserWallets, async ({ params }) => {
    const user = await store.findUserByTelegramId(params.telegramId)
    if (!user) return answerHost({ user: null, wallets: [] })
    const { id, telegramId } = user
    const wallets = await store.listWallets(id)
    return answerHost({
      user: { id, telegramId },
      wallets: primaryFirst(wallets).map(viewHostWallet),
    })
  })
}

function primaryFirst(wallets: StoredWallet[]): StoredWallet[] {
  return wallets.toSorted((one, other) => Number(other.primary) - Number(one.primary))
}
