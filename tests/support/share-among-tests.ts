import { afterAll, beforeAll, expect } from 'vitest'

const START_MS = 60_000

/** Starts something before the tests of this file, or of this group, and closes it after them. */
export function shareAmongTests<Shared extends { close(): unknown }>(
  start: () => Promise<Shared>,
): () => Shared {
  let shared: Shared | undefined
  beforeAll(async () => void (shared = await start()), START_MS)
  afterAll(() => shared?.close(), START_MS)
  return () => shared ?? expect.fail('it is there during the tests only')
}
