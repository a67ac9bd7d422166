import { useSyncExternalStore } from 'react'

const nothing = () => () => {}

/** False during hydration, when the page must be drawn exactly as the server drew it. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
}
