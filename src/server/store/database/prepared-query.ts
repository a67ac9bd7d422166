import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Sql } from './sql-database.ts'

/** A place in the query's text for a value that each run provides. */
export type Placeholder<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>

/**
 * A query that is built and compiled once. Building costs about as much as running, so the statements that run for
 * every proof are prepared.
 */
export function prepareQuery<Values extends Record<string, unknown>, Row>(
  build: (value: Placeholder<Values>) => Compilable<Row>,
): (sql: Sql, values: Values) => Promise<Row[]> {
  const names = new Map<unknown, keyof Values>()
  const compiled = build((name) => {
    const placeholder = { name }
    names.set(placeholder, name)
    return sql`${placeholder}`
  }).compile()
  const slots = compiled.parameters.map((parameter) => ({ parameter, name: names.get(parameter) }))
  return async (db, values) => {
    const parameters = slots.map(({ parameter, name }) =>
      name === undefined ? parameter : values[name],
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
