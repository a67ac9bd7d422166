import type { Unit } from '../write-unit.ts'

/**
 * Members who are kept as having opened one collection, and so are reminded of it: a link that went round a large group
 * writes to no more.
 */
const MAX_VIEWERS = 100

export async function addViewer(
  { sql }: Pick<Unit, 'sql'>,
  code: string,
  userId: string,
): Promise<void> {
  const { count } = await sql
    .selectFrom('collection_viewers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('collection_code', '=', code)
    .executeTakeFirstOrThrow()
  if (count >= MAX_VIEWERS) return
  await sql
    .insertInto('collection_viewers')
    .values({ collection_code: code, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
