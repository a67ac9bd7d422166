import type { ViewerPart } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'

/**
 * Most members who are stored as viewers of one cosigning, and so get reminders. This limits the messages if its link
 * is posted in a large group.
 */
const MAX_VIEWERS = 100

type CosigningViewer = { code: string; userId: string; part: ViewerPart }

/** A viewer who has opened it keeps that part. */
export async function addViewer(sql: Sql, viewer: CosigningViewer): Promise<void> {
  if (!(await isViewerNew(sql, viewer))) return
  const { code, userId, part } = viewer
  await sql
    .insertInto('cosigning_viewers')
    .values({ cosigning_code: code, user_id: userId, part })
    .onConflict((conflict) => conflict.columns(['cosigning_code', 'user_id']).doUpdateSet({ part }))
    .execute()
}

/** Whether this is not stored yet and there is room for it. */
export async function isViewerNew(
  sql: Sql,
  { code, userId, part }: CosigningViewer,
): Promise<boolean> {
  const viewers = await sql
    .selectFrom('cosigning_viewers')
    .select(['user_id', 'part'])
    .where('cosigning_code', '=', code)
    .execute()
  const noted = viewers.find(({ user_id }) => user_id === userId)
  if (!noted) return viewers.length < MAX_VIEWERS
  return noted.part !== 'opened' && noted.part !== part
}
