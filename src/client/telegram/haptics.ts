import type { TelegramClient } from './client.ts'
import type { Haptic } from './telegram.ts'

export function createHaptic({ post }: TelegramClient): (kind: Haptic) => void {
  const method = 'web_app_trigger_haptic_feedback'
  return (kind) => {
    switch (kind) {
      case 'selection':
        return post(method, { type: 'selection_change' })
      case 'impact':
        return post(method, { type: 'impact', impact_style: 'light' })
      default:
        return post(method, { type: 'notification', notification_type: kind })
    }
  }
}
