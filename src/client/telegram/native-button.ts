import type { TelegramClient } from './client.ts'
import { createSlot } from './slot.ts'

const BUTTONS = {
  back: { method: 'web_app_setup_back_button', event: 'back_button_pressed' },
  settings: { method: 'web_app_setup_settings_button', event: 'settings_button_pressed' },
} as const

/** A button that Telegram draws in its own bar: see `showBackButton` of the port. */
export function createNativeButton(
  client: TelegramClient,
  name: keyof typeof BUTTONS,
): (onPress: () => void) => () => void {
  const { method, event } = BUTTONS[name]
  const { current, show } = createSlot<{ onPress: () => void }, { is_visible: boolean }>(
    (shown) => ({ is_visible: shown !== null }),
    (state) => client.post(method, state),
  )
  client.on(event, () => current()?.onPress())
  return (onPress) => show({ onPress })
}
