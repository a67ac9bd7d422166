import { lookUpCode } from '../requests/look-up-code.ts'
import type { StoredUser } from '../store/database/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseFor } from './refuse-for.ts'
import { refuse, type Reply } from './route.ts'

/** What a member asks of a code. `id`: the code. */
export type ByCode = { user: StoredUser; id: string }

/** Looks a code up, and answers with what it leads to. */
export async function replyToCode<Found, Body>(
  { user, find }: { user: StoredUser; find: () => Promise<Found | undefined> },
  deps: Pick<HttpDeps, 'store' | 'now'>,
  answer: (found: Found) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const lookup = await lookUpCode(user, find, deps)
  switch (lookup.outcome) {
    case 'found':
      return answer(lookup.found)
    case 'unknown':
      return refuse('not-found')
    case 'limited':
      return refuseFor('rate-limited', lookup.waitMs)
  }
}
