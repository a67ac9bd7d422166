import { postEvent } from '@telegram-apps/sdk-react'
import type { Haptic } from './telegram.ts'

export function haptic(kind: Haptic): void {
  const method = 'web_app_trigger_haptic_feedback'
  switch (kind) {
    case 'selection':
      return postEvent(method, { type: 'selection_change' })
    case 'impact':
      return postEvent(method, { type: 'impact', impact_style: 'light' })
    default:
      return postEvent(method, { type: 'notification', notification_type: kind })
  }
}
