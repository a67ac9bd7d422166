import type { ViewerPart } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'

/**
 * Most members who are stored as viewers of one cosigning, and so get reminders. This limits the messages if its link
 * is posted in a large group. Who gave an owner's signature is stored in any case.
 */
const MAX_VIEWERS = 100

/** A greater part replaces a smaller one. */
const GREATNESS: Readonly<Record<ViewerPart, number>> = {
  listed: 0,
  asked: 1,
  opened: 2,
  signed: 3,
}

type CosigningViewer = { code: string; userId: string; part: ViewerPart }

export async function addViewer(sql: Sql, viewer: CosigningViewer): Promise<void> {
  if (!(await isViewerNew(sql, viewer))) return
  const { code, userId, part } = viewer
  await sql
    .insertInto('cosigning_viewers')
    .values({ cosigning_code: code, user_id: userId, part })
    .onConflict((conflict) => conflict.columns(['cosigning_code', 'user_id']).doUpdateSet({ part }))
    .execute()
}

/** Whether no such part, or a greater one, is stored and there is room for it. */
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
  if (noted) return GREATNESS[part] > GREATNESS[noted.part]
  return part === 'signed' || viewers.length < MAX_VIEWERS
}
