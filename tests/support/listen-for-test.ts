import { onTestFinished } from 'vitest'
import { listenHere, type Listening } from './listen-here.ts'

/** Listens on loopback until the test ends. */
export async function listenForTest(
  served: Parameters<typeof listenHere>[0],
): Promise<Pick<Listening, 'port' | 'url'>> {
  const { close, ...place } = await listenHere(served)
  onTestFinished(close)
  return place
}
