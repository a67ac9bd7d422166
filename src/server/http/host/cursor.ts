import { createHash } from 'node:crypto'

const TAG_BYTES = 4
const POSITION = /^[\w.:-]{1,44}$/

/**
 * A cursor: a position in a list, tagged with the list so that it fits no other list. It holds no secret.
 *
 * @param list the list's own path, such as `/v1/events`
 * @param position at most 44 of `A-Z a-z 0-9 _ . : -`
 */
export function writeCursor(list: string, position: string): string {
  return Buffer.concat([getTag(list), Buffer.from(position)]).toString('base64url')
}

/** The position, or undefined for a text that {@link writeCursor} never wrote for this list. */
export function readCursor(list: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const position = bytes.subarray(TAG_BYTES).toString('latin1')
  const isOurs = POSITION.test(position) && writeCursor(list, position) === cursor
  return isOurs ? position : undefined
}

function getTag(list: string): Buffer {
  return createHash('sha256').update(list).digest().subarray(0, TAG_BYTES)
}
