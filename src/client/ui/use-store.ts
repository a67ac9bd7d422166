import type { ReadableAtom } from 'nanostores'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * The value of a store; draws anew with each change. What `@nanostores/react` does besides, watching single keys of a map, is
 * asked for nowhere here, and would be 0.3 kB of the first script (decision 025).
 */
export function useStore<Value>(store: ReadableAtom<Value>): Value {
  const subscribe = useCallback((onChange: () => void) => store.listen(onChange), [store])
  const get = () => store.get()
  return useSyncExternalStore(subscribe, get, get)
}
