import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A Postgres database for a user with a limited number of connections. */
export type FewConnections = {
  databaseUrl: string
  /** Sets the limit and ends the open connections. */
  allow: (connections: number) => Promise<void>
}

/** @param databaseUrl of the same database, as a user who can create users */
export async function withFewConnections(
  databaseUrl: string,
  connections: number,
): Promise<FewConnections> {
  const url = new URL(databaseUrl)
  const owner = url.username
  url.username = `few_${randomBytes(4).toString('hex')}`
  url.password = 'few'
  const role = url.username
  await run(
    databaseUrl,
    `create role ${role} login password 'few' in role ${owner} connection limit ${connections}`,
  )
  return {
    databaseUrl: url.href,
    async allow(count) {
      await run(databaseUrl, `alter role ${role} connection limit ${count}`)
      await run(
        databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
      )
    },
  }
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}
