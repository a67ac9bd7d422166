import { onTestFinished, vi } from 'vitest'

/** Lets the browser say, until the end of the test, that this page has led to ours; empty for none. */
export function comeFrom(referrer: string): void {
  const spy = vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
  onTestFinished(() => {
    spy.mockRestore()
    sessionStorage.clear()
  })
}
