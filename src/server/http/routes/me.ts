import type { Hono } from 'hono'
import { deleteMe } from '#shared/api/delete-me.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import { updateMe } from '#shared/api/update-me.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { empty, ok } from '../reply.ts'
import { serveMember } from '../route.ts'
import { isoTime, viewConsent, viewUser, viewWallet } from '../views.ts'

/** What the member is to us: seen, changed, taken along, deleted. */
export function serveMe(app: Hono<HttpEnv>, { store, now, boot, onEvent }: HttpDeps): void {
  serveMember(app, getMe, async ({ user }) => {
    const [wallets, consents] = await Promise.all([
      store.listWallets(user.id),
      store.listConsents(user.id, now()),
    ])
    return ok({
      user: viewUser(user),
      wallets: wallets.map(viewWallet),
      consents: consents.map(viewConsent),
      policy: boot.policy,
    })
  })

  serveMember(app, updateMe, async ({ user, body }) => {
    await store.setMayMessage(user.id, body.mayMessage)
    await store.hastenReceipts(user.id, now())
    onEvent()
    return ok(viewUser({ ...user, mayMessage: body.mayMessage }))
  })

  serveMember(app, deleteMe, async ({ user }) => {
    await store.deleteUser(user.id, now())
    return empty
  })

  serveMember(app, exportMe, async ({ user }) => {
    const [wallets, attempts] = await Promise.all([
      store.listWallets(user.id),
      store.listAttempts(user.id, now()),
    ])
    return ok({
      exportedAt: isoTime(now()),
      user: viewUser(user),
      firstSeenAt: isoTime(user.createdAt),
      lastSeenAt: isoTime(user.lastSeenAt),
      wallets: wallets.map(viewWallet),
      attempts: attempts.map(({ state, createdAt, errorCode, walletApp }) => ({
        state,
        createdAt: isoTime(createdAt),
        errorCode,
        walletApp,
      })),
    })
  })
}
