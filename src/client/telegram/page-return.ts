import type { TelegramClient } from './client.ts'
import { getFields } from './get-fields.ts'

/** Calls back each time the page is shown or focused again, or restored from the browser's back/forward cache. */
export function onPageReturn(listener: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('focus', listener)
  window.addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('focus', listener)
    window.removeEventListener('pageshow', onShow)
  }
}

/** Calls back each time the member returns, as seen by the page or reported by the client (version 8.0). */
export function createClientReturn(client: TelegramClient): (listener: () => void) => () => void {
  return (listener) => {
    const stopPage = onPageReturn(listener)
    const stopClient = client.on('visibility_changed', (data) => {
      if (getFields(data)['is_visible'] === true) listener()
    })
    return () => {
      stopPage()
      stopClient()
    }
  }
}
