import { sql } from 'kysely'
import { MIGRATIONS } from '#server/store/database/migrations.ts'

/**
 * A process that loads this first has a migration which takes a second or two. It makes the table `planted`, in SQL that both
 * databases read.
 */
MIGRATIONS['9998-planted'] = {
  async up(db) {
    await sql`
      create table planted as
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 4000000)
      select n from numbers`.execute(db)
  },
}
