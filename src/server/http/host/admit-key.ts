import type { Scope } from '#shared/api/host/host-endpoint.ts'
import type { StoredApiKey } from '../../store/api-keys/api-keys.ts'
import { takeOne } from '../../rate-limit/rate-limit.ts'
import type { Rate } from '../../store/rate-limits.ts'
import type { HttpDeps } from '../http-deps.ts'
import { credentials } from '../session.ts'
import { hashApiKey } from './api-key.ts'
import { type HostRefusal, refuseHost } from './host-reply.ts'

/** How often one key may call. */
const KEY_RATE: Rate = { perSecond: 10, burst: 20 }
const SECOND_MS = 1_000

export type Admission = { kind: 'admitted'; key: StoredApiKey } | HostRefusal

/** Admits a call if its key is active, within its rate and has the scope; checked in this order. */
export async function admitKey(
  { authorization, scope }: { authorization: string | undefined; scope: Scope },
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Admission> {
  const presented = credentials('Bearer', authorization)
  if (presented === undefined) return refuseHost('key-missing')
  const key = await deps.store.findApiKey(hashApiKey(presented))
  if (!key) return refuseHost('key-invalid')
  const waitMs = await takeOne({ subject: `key:${key.id}`, rate: KEY_RATE }, deps)
  if (waitMs > 0) return refuseHost('rate-limited', Math.ceil(waitMs / SECOND_MS))
  return key.scopes.includes(scope) ? { kind: 'admitted', key } : refuseHost('scope-missing')
}
