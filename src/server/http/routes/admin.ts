import { getOverview } from '#shared/api/admin/get-overview.ts'
import { listActions } from '#shared/api/admin/list-actions.ts'
import { redeliver } from '#shared/api/admin/redeliver.ts'
import { viewAction } from '../admin-views.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { presentOverview } from '../present-overview.ts'
import { empty, ok, refuse } from '../route.ts'
import { sendAgain } from '../send-again.ts'
import { serveAdminLink, serveAdmins } from './admins.ts'
import { serveExport } from './members-export.ts'
import { serveMembers } from './members.ts'
import { serveAdminOnly } from '../serve-admin-only.ts'

/** Actions on one page of the log. */
const ACTIONS_LISTED = 50

/** The state of the bot, and what its admins did. */
export function serveAdmin(app: HttpApp, deps: HttpDeps): void {
  const serve = serveAdminOnly(app, deps)
  const { store, now } = deps
  serveAdmins(serve, deps)
  serveAdminLink(app, deps)
  if (deps.showsMembers) {
    serveMembers(serve, deps)
    serveExport(app, deps)
  }

  serve(getOverview, async () => ok(await presentOverview(deps)))

  serve(redeliver, async ({ user, id }) => {
    if ((await sendAgain(id, deps)) !== 'sent') return refuse('not-found')
    await store.noteAction({ kind: 'sent-again', adminId: user.id, aboutId: null }, now())
    deps.onEvent()
    return empty
  })

  serve(listActions, async ({ body: { after } }) => {
    const { actions, next } = await store.listActions({ after, limit: ACTIONS_LISTED })
    return ok({ actions: actions.map((action) => viewAction(action, deps.showsMembers)), next })
  })
}
