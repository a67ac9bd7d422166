import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import type { MadeRequest } from '#shared/request.ts'
import type { Api } from '../../api/call.ts'
import { createReading, type ServerReading } from '../reading/reading.ts'

/** The connect requests that the member made, newest first. */
export function createMadeRequests(api: Api): ServerReading<readonly MadeRequest[]> {
  return createReading(async () => (await api.call(listMadeRequests, {})).requests)
}
