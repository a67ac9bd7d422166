import { useSyncExternalStore } from 'react'
import { isOffline } from '../../connection.ts'

/** Whether the device believes that it has a connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, isOnline)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function isOnline(): boolean {
  return !isOffline()
}
