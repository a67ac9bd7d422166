import { setImmediate } from 'node:timers'
import { vi } from 'vitest'

const POLL_EVERY_MS = 5
const TIMEOUT_MS = 10_000
/** React runs effects in one of the next turns of the event loop. */
const TICKS_FOR_EFFECTS = 3

/**
 * Resolves with the assertion's result when it holds and React's effects have run. Then a text and its
 * button are both present.
 */
export async function until<Found>(assertion: () => Found): Promise<Found> {
  const found = await vi.waitFor(assertion, { interval: POLL_EVERY_MS, timeout: TIMEOUT_MS })
  await awaitTicks()
  return found
}

/** Lets pending work run to its effects, except timers. */
export async function awaitTicks(): Promise<void> {
  for (let turn = 0; turn < TICKS_FOR_EFFECTS; turn += 1) await nextTick()
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
