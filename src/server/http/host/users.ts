import { listUserWallets } from '#shared/api/host/list-user-wallets.ts'
import type { StoredWallet } from '../../store/stored.ts'
import { readFresh } from '../read-fresh.ts'
import { answerHost } from './host-reply.ts'
import { readWallets } from './read-wallets.ts'
import { type HostApi, serveHost } from './serve-host.ts'

/** The wallets of a Telegram account. */
export function serveHostUsers(api: HostApi): void {
  const { deps } = api
  const { store } = deps
  serveHost(api, listUserWallets, async ({ params }) => {
    const user = await store.findUserByTelegramId(params.telegramId)
    if (!user) return answerHost({ user: null, wallets: [] })
    const { id, telegramId } = user
    const wallets = await readFresh(
      () => store.listWallets(id),
      (all) => all,
      deps,
    )
    return answerHost({
      user: { id, telegramId },
      wallets: await readWallets(primaryFirst(wallets), deps),
    })
  })
}

function primaryFirst(wallets: StoredWallet[]): StoredWallet[] {
  return wallets.toSorted((one, other) => Number(other.primary) - Number(one.primary))
}
