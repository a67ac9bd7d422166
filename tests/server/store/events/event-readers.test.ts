import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { sampleHolder } from '#tests/support/store-samples.ts'

const TEST_MS = 60_000
const LINKS = 60
const READERS = 6

/** Delays every other event, so that events with a higher sequence commit first. */
const HOLD_UP = `
  create function hold_up() returns trigger language plpgsql as
    $$ begin perform pg_sleep((new.sequence % 4) * 0.02); return new; end $$;
  create trigger hold_up before insert on events for each row execute function hold_up()`

const dialect = runDialect(postgresDialect())

/** Reads until it has seen this many events; returns their positions and ids in that order. */
async function readAll(store: Store, count: number): Promise<{ position: number; id: string }[]> {
  const seen: { position: number; id: string }[] = []
  while (seen.length < count) {
    const page = await store.listHostEvents({ after: seen.at(-1)?.position ?? 0, limit: 7 })
    seen.push(...page.map(({ position, event }) => ({ position, id: event.id })))
    await setImmediate()
  }
  return seen
}

test(
  'attack: six readers over two processes skip nothing while members link and commit out of order',
  async () => {
    const databaseUrl = await dialect.createDatabase()
    await dialect.alter(databaseUrl, HOLD_UP)
    const [one, other] = [await openTestStore(databaseUrl), await openTestStore(databaseUrl)]
    const storeAt = (index: number) => (index % 2 === 0 ? one : other)
    const reading = Array.from({ length: READERS }, (_, index) => readAll(storeAt(index), LINKS))
    const linking = Array.from({ length: LINKS }, async (_, index) => {
      const store = storeAt(index)
      await sampleHolder(store)
    })
    await Promise.all(linking)
    const [first, ...rest] = await Promise.all(reading)
    expect(new Set(first?.map(({ id }) => id)).size).toBe(LINKS)
    for (const seen of rest) expect(seen).toEqual(first)
    const { events = [] } = await dialect.dump(databaseUrl)
    const inOrder = events.toSorted((a, b) => Number(a['position']) - Number(b['position']))
    const sequences = inOrder.map(({ sequence }) => Number(sequence))
    // Otherwise no event was out of order, and the test shows nothing.
    expect(sequences).not.toEqual(sequences.toSorted((a, b) => a - b))
  },
  TEST_MS,
)
