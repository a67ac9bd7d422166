import type { Hono } from 'hono'
import { takeStart } from '#shared/api/take-start.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { ok, serveMember } from '../route.ts'

/** The code that the member brought to the bot's chat, for an app that is already open. */
export function serveStart(app: Hono<HttpEnv>, { store, now }: HttpDeps): void {
  serveMember(app, takeStart, async ({ user }) =>
    ok({ start: await store.takeStart(user.id, now()) }),
  )
}
