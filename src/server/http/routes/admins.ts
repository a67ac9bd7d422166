import { listAdmins, type ListedAdmin } from '#shared/api/admin/list-admins.ts'
import { removeAdmin } from '#shared/api/admin/remove-admin.ts'
import { takeAdminLink } from '#shared/api/admin/take-admin-link.ts'
import { readAdminLink } from '../../admins/admin-link.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import { hashToken } from '../admission.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { viewPerson } from '../request-views.ts'
import { empty, ok, refuse, serveMember } from '../route.ts'
import type { ServeAdmin } from '../serve-admin-only.ts'
import { isoTime } from '../views.ts'

/** The link of `setup`, which any member may open: the first one becomes an admin. */
export function serveAdminLink(app: HttpApp, deps: HttpDeps): void {
  const { store, now, log } = deps

  serveMember(app, takeAdminLink, async ({ user, body: { link } }) => {
    if ((await deps.findAdmins()).has(user.telegramId)) return empty
    const read = readAdminLink(link, store.adminLinkKeys, now())
    if (!read) return refuse('admin-link-dead')
    const used = { hash: hashToken(link), userId: user.id, ...read }
    if (!(await store.takeAdminLink(used, now()))) return refuse('admin-link-dead')
    log.warn('a member became an admin by the link of setup')
    return empty
  })
}

/** Who the admins are; those by a link can be removed. */
export function serveAdmins(serve: ServeAdmin, deps: HttpDeps): void {
  const { store, now, log, adminIds } = deps

  serve(listAdmins, async ({ user }) => {
    const named = await Promise.all([...adminIds].map((id) => viewNamed(id, user, deps)))
    const linked = (await store.listAdmins())
      .filter((admin) => !adminIds.has(admin.user.telegramId))
      .map((admin) => ({
        telegramId: admin.user.telegramId,
        person: viewPerson(admin.user),
        link: { id: admin.user.id, since: isoTime(admin.since) },
        mine: admin.user.id === user.id,
      }))
    return ok({ admins: [...named, ...linked] })
  })

  serve(removeAdmin, async ({ user, id }) => {
    const by = { userId: user.id, isNamed: adminIds.has(user.telegramId) }
    const outcome = await store.removeAdmin({ userId: id, by }, now())
    if (outcome !== 'removed') return refuse(outcome)
    log.warn('an admin removed another one')
    return empty
  })
}

async function viewNamed(
  telegramId: string,
  viewer: StoredUser,
  { store }: HttpDeps,
): Promise<ListedAdmin> {
  const known = await store.findUserByTelegramId(telegramId)
  const person = known ? viewPerson(known) : null
  return { telegramId, person, link: null, mine: telegramId === viewer.telegramId }
}
