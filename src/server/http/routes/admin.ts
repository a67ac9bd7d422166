import type { Hono } from 'hono'
import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import { getOverview } from '#shared/api/admin/get-overview.ts'
import { redeliver } from '#shared/api/admin/redeliver.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { presentOverview } from '../present-overview.ts'
import { empty, ok, refuse, type Reply, type MemberRequest, serveMember } from '../route.ts'
import { sendAgain } from '../send-again.ts'

/** The state of the bot, for the admins that its operator named. */
export function serveAdmin(app: Hono<HttpEnv>, deps: HttpDeps): void {
  serveAdminOnly(getOverview, async () => ok(await presentOverview(deps)))

  serveAdminOnly(redeliver, async ({ id }) => {
    if ((await sendAgain(id, deps)) !== 'sent') return refuse('not-found')
    deps.onEvent()
    return empty
  })

  function serveAdminOnly<E extends Endpoint>(
    endpoint: E,
    handle: (request: MemberRequest<E>) => Promise<Reply<ResponseOf<E>>>,
  ): void {
    serveMember(app, endpoint, async (request) =>
      deps.adminIds.has(request.user.telegramId) ? handle(request) : refuse('not-admin'),
    )
  }
}
