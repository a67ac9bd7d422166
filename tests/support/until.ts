import { setImmediate } from 'node:timers'
import { vi } from 'vitest'

const POLL_EVERY_MS = 5
const TIMEOUT_MS = 10_000
/** React runs the effects of what it has drawn in one of the next turns. */
const TICKS_FOR_EFFECTS = 3

/**
 * Resolves as soon as the assertion holds and the effects of what it saw have run, with its answer:
 * a text and the button that comes with it are then both there.
 */
export async function until<Found>(assertion: () => Found): Promise<Found> {
  const found = await vi.waitFor(assertion, { interval: POLL_EVERY_MS, timeout: TIMEOUT_MS })
  await awaitTicks()
  return found
}

/** Lets what is under way, but for timers, come to its effects. */
export async function awaitTicks(): Promise<void> {
  for (let turn = 0; turn < TICKS_FOR_EFFECTS; turn += 1) await nextTick()
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
