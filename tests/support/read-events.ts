import * as v from 'valibot'
import { listEvents } from '#shared/api/host/list-events.ts'

/** Asks a server's host API for the events after a cursor, or the first ones. */
export function askEvents(url: string, key: string, cursor: string | undefined): Promise<Response> {
  const query = cursor === undefined ? '' : `?after=${cursor}`
  return fetch(`${url}${listEvents.path}${query}`, { headers: { authorization: `Bearer ${key}` } })
}

/** Every event from a cursor on, or from the first one. */
export async function readEvents(
  url: string,
  key: string,
  from?: string,
): Promise<{ ids: Set<string>; cursor: string | undefined }> {
  const ids = new Set<string>()
  for (let cursor = from; ;) {
    const answer = await askEvents(url, key, cursor)
    const { data, next } = v.parse(listEvents.response, await answer.json())
    for (const { id } of data) ids.add(id)
    cursor = next ?? undefined
    if (data.length === 0) return { ids, cursor }
  }
}
