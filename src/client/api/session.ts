import * as v from 'valibot'
import type { openSession } from '#shared/api/open-session.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { UserStorage } from './user-storage.ts'
import { getProblemCode } from './api-error.ts'

const KEY = 'session'

const TokenSchema = v.object({
  token: v.pipe(v.string(), v.minLength(1)),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})

type Token = v.InferOutput<typeof TokenSchema>

/** The member's session: the token that every call carries. */
export type ApiSession = {
  /** The token; signs in first where there is none. Concurrent callers share one sign-in. */
  token(): Promise<string>
  /** A token other than the one that the server refused. */
  renew(refused: string): Promise<string>
  /** Forgets the token on this device. */
  forget(): void
}

type Deps = {
  /** Sends `initData`. */
  open: () => Promise<ResponseOf<typeof openSession>>
  storage: UserStorage
  now: () => number
}

/**
 * `initData` opens a session at each start. Some clients pass `initData` from an earlier day: then the token that this
 * device stored is used until it expires.
 */
export function createSession({ open, storage, now }: Deps): ApiSession {
  let current: Promise<string> | null = null

  async function signIn(): Promise<string> {
    try {
      const { token, expiresAt } = await open()
      storage.write(KEY, { token, expiresAt } satisfies Token)
      return token
    } catch (error) {
      const saved = getProblemCode(error) === 'init-data-expired' ? savedToken() : null
      if (saved === null) throw error
      return saved
    }
  }

  function savedToken(): string | null {
    const saved = storage.read(KEY, TokenSchema)
    return saved !== null && Date.parse(saved.expiresAt) > now() ? saved.token : null
  }

  function token(): Promise<string> {
    if (current !== null) return current
    const opening = signIn()
    current = opening
    opening.catch(() => {
      if (current === opening) current = null
    })
    return opening
  }

  function forget(): void {
    current = null
    storage.remove(KEY)
  }

  return {
    token,
    async renew(refused) {
      if ((await token()) === refused) forget()
      return token()
    },
    forget,
  }
}
