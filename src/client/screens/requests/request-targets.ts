import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listChats } from '#shared/api/list-chats.ts'
import type { Api } from '../../api/call.ts'
import { createReading, type ServerReading } from '../reading/reading.ts'

/** Where the member may ask for wallets. */
export type RequestTargets = ResponseOf<typeof listChats>

export function createRequestTargets(api: Api): ServerReading<RequestTargets> {
  return createReading(() => api.call(listChats, {}))
}
