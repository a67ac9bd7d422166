import { ApiError } from '#client/api/api-error.ts'
import { withinTime } from '../within-time.ts'

/** How long a library may take to load and start, in milliseconds. */
const LIBRARY_TIMEOUT_MS = 15_000

export type WalletLibrary<T> = ReturnType<typeof createLibrary<T>>

/** A library that loads on first use, within a limited time. */
export function createLibrary<T>(open: () => Promise<T>) {
  let current: T | null = null
  let loading: Promise<T> | null = null

  async function start(): Promise<T> {
    try {
      current = await withinTime(open(), LIBRARY_TIMEOUT_MS)
      return current
    } catch (cause) {
      loading = null
      throw new ApiError('wallet-library-unavailable', { cause })
    }
  }

  return {
    /** Loads it once; after a failure, again with the next call. */
    load: (): Promise<T> => (loading ??= start()),
    /** Null until it has loaded. */
    current: (): T | null => current,
  }
}
