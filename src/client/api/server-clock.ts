/** Tolerance for a device's clock, in milliseconds: the header has whole seconds, and answers take time. */
const TOLERANCE_MS = 30_000

/** The server's times are compared with the server's clock, because a device's clock may be wrong by days. */
export function createServerClock(deviceNow: () => number, fetchAnswer: typeof fetch) {
  let offsetMs = 0

  function setBy(date: string | null): void {
    const difference = Date.parse(date ?? '') - deviceNow()
    if (Number.isNaN(difference)) return
    offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0
  }

  return {
    /** Unix time in milliseconds, by the server's clock once it has answered. */
    now: (): number => deviceNow() + offsetMs,
    /** How far the device's clock is ahead of the server's, in milliseconds: negative if behind, 0 within the tolerance. */
    error: (): number => 0 - offsetMs,
    /** The same fetch; it updates the clock with every answer. */
    fetch: async (...request: Parameters<typeof fetch>): Promise<Response> => {
      const response = await fetchAnswer(...request)
      setBy(response.headers.get('date'))
      return response
    },
  }
}
