import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import type { HttpDeps } from './http-deps.ts'
import type { HttpApp } from './http-env.ts'
import { type MemberRequest, refuse, type Reply, serveMember } from './route.ts'

export type ServeAdmin = <E extends Endpoint>(
  endpoint: E,
  handle: (request: MemberRequest<E>) => Promise<Reply<ResponseOf<E>>>,
) => void

/** Returns a function that serves an endpoint to admins, and refuses it to other members. */
export function serveAdminOnly(
  app: HttpApp,
  { findAdmins }: Pick<HttpDeps, 'findAdmins'>,
): ServeAdmin {
  return (endpoint, handle) => {
    serveMember(app, endpoint, async (request) =>
      (await findAdmins()).has(request.user.telegramId) ? handle(request) : refuse('not-admin'),
    )
  }
}
