import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { problemResponse } from './reply.ts'
import type { Middleware } from './route.ts'
import { isInScope } from './session-scope.ts'

const TOKEN_BYTES = 32

/** A new bearer token: 32 random bytes in base64url. Only its hash is ever stored. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** The credentials of an `Authorization` header of this scheme, or undefined. */
export function credentials(
  scheme: 'tma' | 'Bearer',
  header: string | undefined,
): string | undefined {
  const [name, rest] = splitOnce(header ?? '')
  return name.toLowerCase() === scheme.toLowerCase() && rest !== '' ? rest : undefined
}

/** Lets a request through only with an active session whose scope covers it, and sets the member for the route. */
export function requireSession(store: Store, now: () => number): Middleware {
  return async (c, next) => {
    const token = credentials('Bearer', c.req.header('authorization'))
    if (token === undefined) return problemResponse('session-missing', c.get('requestId'))
    const session = await store.findSession(hashToken(token), now())
    if (!session) return problemResponse('session-expired', c.get('requestId'))
    if (!isInScope(session.attemptId, c.req))
      return problemResponse('session-limited', c.get('requestId'))
    c.set('user', session.user)
    return next()
  }
}

function splitOnce(header: string): [string, string] {
  const space = header.indexOf(' ')
  return space < 0 ? [header, ''] : [header.slice(0, space), header.slice(space + 1).trim()]
}
