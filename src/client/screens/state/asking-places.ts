import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listChats } from '#shared/api/list-chats.ts'
import type { Api } from '../../api/call.ts'
import { createReading, type Reading } from './reading.ts'

/** Where the member may ask for wallets. */
export type AskingPlaces = ResponseOf<typeof listChats>

export function createAskingPlaces(api: Api): Reading<AskingPlaces> {
  return createReading(() => api.call(listChats, {}))
}
