import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listChats } from '#shared/api/list-chats.ts'
import type { Api } from '../../api/call.ts'
import { createQuery, type ServerQuery } from '../query/query.ts'

/** Where the member may ask for wallets. */
export type RequestTargets = ResponseOf<typeof listChats>

export function createRequestTargets(api: Api): ServerQuery<RequestTargets> {
  return createQuery(() => api.call(listChats, {}))
}
