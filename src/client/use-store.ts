import type { ReadableAtom } from 'nanostores'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * The value of a store; renders again on each change. `@nanostores/react` can also watch single keys of a map, which
 * the app does not need, and which would add 0.3 kB to the first script (decision 025).
 */
export function useStore<Value>(store: ReadableAtom<Value>): Value {
  const subscribe = useCallback((onChange: () => void) => store.listen(onChange), [store])
  const get = () => store.get()
  return useSyncExternalStore(subscribe, get, get)
}
