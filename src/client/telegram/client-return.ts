import type { TelegramClient } from './client.ts'
import { getFields } from './get-fields.ts'
import { onPageReturn } from './page-return.ts'

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
