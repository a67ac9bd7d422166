import { on } from '@telegram-apps/sdk-react'
import { onPageReturn } from './page-return.ts'

/** Calls back each time the member comes back, seen by the page or told by the client (version 8.0). */
export function onClientReturn(listener: () => void): () => void {
  const stopPage = onPageReturn(listener)
  const stopClient = on('visibility_changed', ({ is_visible: visible }) => {
    if (visible) listener()
  })
  return () => {
    stopPage()
    stopClient()
  }
}
