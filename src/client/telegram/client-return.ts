import type { Client } from './client.ts'
import { fieldsOf } from './fields-of.ts'
import { onPageReturn } from './page-return.ts'

/** Calls back each time the member comes back, seen by the page or told by the client (version 8.0). */
export function createClientReturn(client: Client): (listener: () => void) => () => void {
  return (listener) => {
    const stopPage = onPageReturn(listener)
    const stopClient = client.on('visibility_changed', (data) => {
      if (fieldsOf(data)['is_visible'] === true) listener()
    })
    return () => {
      stopPage()
      stopClient()
    }
  }
}
