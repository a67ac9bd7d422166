import { type Step, writeFillers } from './filler-rows.ts'
import { openFilling } from './open-filling.ts'

const LINKS_A_STATEMENT = 200_000

/**
 * Adds links to a migrated database that has those of the former step, and nothing else. It
 * survives no crash.
 *
 * @returns how many bytes it then has
 */
export async function fillDatabase(databaseUrl: string, step: Step): Promise<number> {
  const { dialect, execute, settle, close } = await openFilling(databaseUrl)
  try {
    await execute(FOLLOW_SEQUENCE)
    for (let from = step.from; from < step.to; from += LINKS_A_STATEMENT) {
      const some = { from, to: Math.min(step.to, from + LINKS_A_STATEMENT) }
      for (const statement of writeFillers(dialect, step, some)) await execute(statement)
      await execute(FOLLOW_SEQUENCE)
    }
    return await settle()
  } finally {
    await close()
  }
}

/** A filler's position is its sequence. */
const FOLLOW_SEQUENCE =
  'update event_positions set last = (select coalesce(max(sequence), 0) from events)'
