import type { ProblemCode } from '#shared/problem.ts'

/** Problems of the connection between this device and a server, ours or a wallet's. */
const OF_CONNECTION: ReadonlySet<ProblemCode> = new Set([
  'offline',
  'server-unreachable',
  'wallet-library-unavailable',
  'evm-relay-unreachable',
])

export function isOfConnection(code: ProblemCode): boolean {
  return OF_CONNECTION.has(code)
}

/** Calls back each time the device is online again, or the member returns to the page. Returns how to stop. */
export function onBack(listener: () => void): () => void {
  const back = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', back)
  document.addEventListener('visibilitychange', back)
  return () => {
    window.removeEventListener('online', back)
    document.removeEventListener('visibilitychange', back)
  }
}

/** False outside a page, which the server's rendering and some tests are. */
export function isOffline(): boolean {
  return typeof window === 'object' && !navigator.onLine
}

/** Reads once more where the device came online meanwhile: what leaves without a network may fail only after that. */
export async function readOnline<T>(read: () => Promise<T>): Promise<T> {
  const wasOffline = isOffline()
  try {
    return await read()
  } catch (error) {
    if (wasOffline && !isOffline()) return read()
    throw error
  }
}
