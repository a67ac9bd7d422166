import Database from 'libsql'
import * as v from 'valibot'

const RowsSchema = v.array(v.object({ user_id: v.string() }))
const DELETED = "select distinct user_id from events where type = 'user.deleted'"

/**
 * Ids of deleted members, as far back as events are stored; null if the file does not say. SQLite may hold the file open
 * until the process ends.
 */
export function readDeletedMembers(path: string): string[] | null {
  try {
    const database = new Database(path)
    const rows = v.parse(RowsSchema, database.prepare(DELETED).all())
    database.close()
    return rows.map(({ user_id }) => user_id)
  } catch {
    return null
  }
}
