/** Delay where the browser has no idle callback, in milliseconds. */
const IDLE_AFTER_MS = 200

/** Calls back once the page has nothing else to do, unless the returned function is called first. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}
