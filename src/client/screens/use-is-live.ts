import { useSyncExternalStore } from 'react'

const nothing = () => () => {}

/** False while the page is still what the server sent: what is drawn then must be what the server drew. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
}
