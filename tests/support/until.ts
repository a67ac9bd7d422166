import { vi } from 'vitest'

const LOOK_EVERY_MS = 5
const PATIENCE_MS = 10_000

/** Waits for the thing itself: resolves as soon as the assertion holds, with what it answers. */
export function until<Found>(assertion: () => Found): Promise<Found> {
  return vi.waitFor(assertion, { interval: LOOK_EVERY_MS, timeout: PATIENCE_MS })
}
