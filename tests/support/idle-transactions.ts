import pg from 'pg'

/** The number of idle open transactions on a Postgres database. */
export async function idleTransactions(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
