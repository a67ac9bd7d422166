import type { Context, Hono } from 'hono'
import type { StoredUser } from '../store/database/stored.ts'

/** Variables that middleware sets for the routes behind it. */
export type HttpEnv = {
  Variables: {
    requestId: string
    user: StoredUser
    /** Whose verified credentials the request brought: `member:<id>` or `key:<id>`. */
    owner: string
  }
}
export type HttpApp = Hono<HttpEnv>
export type HttpContext = Context<HttpEnv>
