import * as v from 'valibot'
import { listEvents } from '#shared/api/host/host-event.ts'

/** The most that a page may hold. */
const PAGE = 1_000

/** Asks a server's host API for the events after a cursor, or the first ones. */
export function askEvents(url: string, key: string, cursor: string | undefined): Promise<Response> {
  const query = `?limit=${PAGE}${cursor === undefined ? '' : `&after=${cursor}`}`
  return fetch(`${url}${listEvents.path}${query}`, { headers: { authorization: `Bearer ${key}` } })
}

/**
 * Every event from a cursor on, or from the first one, until a page has room left: while members link faster than a key may ask, no
 * page would be empty.
 */
export async function readEvents(
  url: string,
  key: string,
  from?: string,
): Promise<{ ids: Set<string>; cursor: string | undefined }> {
  const ids = new Set<string>()
  for (let cursor = from; ;) {
    const answer = await askEvents(url, key, cursor)
    if (!answer.ok) throw new Error(`events: ${answer.status} ${await answer.text()}`)
    const { data, next } = v.parse(listEvents.response, await answer.json())
    for (const { id } of data) ids.add(id)
    cursor = next ?? undefined
    if (data.length < PAGE) return { ids, cursor }
  }
}
