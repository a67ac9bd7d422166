import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { Sql, SqlDatabase } from '#server/store/database/sql-database.ts'

/** What a process that is gone can no longer do. */
class CrashError extends Error {
  override name = 'CrashError'
}

/** Between a server and its database: the place where it crashes, and where it is slow. */
export type CrashGate = {
  /** The server crashes at this await of a statement, counted from now: 1 is the next. */
  crashAt(count: number): void
  /** From now on nothing passes. */
  crash(): void
  isDead(): boolean
  /** How many turns of the event loop each await outside of a transaction takes, again and again; empty for none. */
  slow(turns: readonly number[]): void
}

/** Every statement and every commit of the database passes the gate, before and after. */
export function putGate(database: SqlDatabase): { gate: CrashGate; database: SqlDatabase } {
  let left = Number.POSITIVE_INFINITY
  let turns: readonly number[] = []
  let passed = 0

  function pass(): void {
    left -= 1
    if (left <= 0) throw new CrashError('the process is gone')
  }

  async function wait(): Promise<void> {
    const slowness = turns[passed % Math.max(turns.length, 1)] ?? 0
    passed += 1
    for (let turn = 0; turn < slowness; turn += 1) await nextTurn()
  }

  const after = (then: () => Promise<void>): KyselyPlugin => ({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await then()
      pass()
      return result
    },
  })
  // A transaction of SQLite ends in one turn, so that two servers of one process never wait for each other.
  const inTransaction = after(() => Promise.resolve())

  const guard = (write: SqlDatabase['write']): SqlDatabase['write'] =>
    async function guarded(work) {
      await wait()
      pass()
      const result = await write((sql: Sql) => {
        pass()
        return work(sql.withPlugin(inTransaction))
      })
      pass()
      return result
    }

  return {
    gate: {
      crashAt: (count) => void (left = count),
      crash: () => void (left = 0),
      isDead: () => left <= 0,
      slow: (next) => void ([turns, passed] = [next, 0]),
    },
    database: {
      ...database,
      read: database.read.withPlugin(after(wait)),
      write: guard((work) => database.write(work)),
      statement: guard((work) => database.statement(work)),
    },
  }
}
