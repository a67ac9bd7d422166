import type { TelegramClient } from './client.ts'

const BUTTONS = {
  back: { method: 'web_app_setup_back_button', event: 'back_button_pressed' },
  settings: { method: 'web_app_setup_settings_button', event: 'settings_button_pressed' },
} as const

/**
 * A button that Telegram draws in its own bar. The returned function shows it until the function
 * that it returns is called; the last handler wins. Telegram receives only the final state, so that
 * the button does not flicker between two screens that both show it.
 */
export function createNativeButton(
  client: TelegramClient,
  name: keyof typeof BUTTONS,
): (onPress: () => void) => () => void {
  const { method, event } = BUTTONS[name]
  let handler: (() => void) | null = null
  // Null: unknown, because a reload leaves the button as it was.
  let shown: boolean | null = null

  function settle(): void {
    const wanted = handler !== null
    if (wanted === shown) return
    shown = wanted
    client.post(method, { is_visible: shown })
  }

  client.on(event, () => handler?.())
  queueMicrotask(settle)
  return (onPress) => {
    const mine = () => onPress()
    handler = mine
    queueMicrotask(settle)
    return () => {
      if (handler !== mine) return
      handler = null
      queueMicrotask(settle)
    }
  }
}
