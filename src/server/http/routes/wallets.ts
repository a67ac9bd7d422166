import type { Hono } from 'hono'
import { getWallet } from '#shared/api/get-wallet.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import type { Wallet } from '#shared/wallet.ts'
import type { StoredWallet } from '../../store/database/stored.ts'
import { readFresh } from '../read-fresh.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { empty, ok, refuse, type Reply, serveMember } from '../route.ts'
import { viewWallet } from '../views.ts'

/** One linked wallet: shown, named, made primary, unlinked. */
export function serveWallets(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, onEvent } = deps

  serveMember(app, getWallet, async ({ user, id }) => {
    const read = () => store.findWallet(id, user.id)
    return answer(await readFresh(read, (wallet) => (wallet ? [wallet] : []), deps))
  })

  serveMember(app, updateWallet, async ({ user, id, body }) =>
    answer(
      'label' in body
        ? await store.setLabel(id, user.id, body.label)
        : await store.setPrimary(id, user.id),
    ),
  )

  serveMember(app, unlinkWallet, async ({ user, id }) => {
    const isUnlinked = await store.unlinkWallet(id, user.id, now())
    if (!isUnlinked) return refuse('not-found')
    onEvent()
    return empty
  })
}

function answer(wallet: StoredWallet | undefined): Reply<Wallet> {
  return wallet ? ok(viewWallet(wallet)) : refuse('not-found')
}
