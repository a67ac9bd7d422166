import { type GrowthStep, writeFillers } from './filler-rows.ts'
import { openFilling } from './open-filling.ts'

const LINKS_A_STATEMENT = 200_000

/**
 * Adds links to a migrated database that has those of the former step, and nothing else. It
 * survives no crash.
 */
export async function fillDatabase(databaseUrl: string, step: GrowthStep): Promise<void> {
  const { dialect, execute, close } = await openFilling(databaseUrl)
  try {
    await execute(FOLLOW_POSITION)
    for (let from = step.from; from < step.to; from += LINKS_A_STATEMENT) {
      const some = { from, to: Math.min(step.to, from + LINKS_A_STATEMENT) }
      for (const statement of writeFillers(dialect, step, some)) await execute(statement)
      await execute(FOLLOW_POSITION)
    }
  } finally {
    await close()
  }
  await followSequence(databaseUrl)
}

/** Has the next event come after those that were written past the store. */
export async function followSequence(databaseUrl: string): Promise<void> {
  const { dialect, execute, close } = await openFilling(databaseUrl)
  await execute(dialect.followSequence)
  await close()
}

/** Does what a server that ran all the time would have done. Returns the bytes of the database. */
export async function settle(databaseUrl: string): Promise<number> {
  const filling = await openFilling(databaseUrl)
  const bytes = await filling.settle()
  await filling.close()
  return bytes
}

/** A filler's position is its sequence. */
const FOLLOW_POSITION =
  'update event_positions set last = (select coalesce(max(sequence), 0) from events)'
