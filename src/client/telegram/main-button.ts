import { on } from '@telegram-apps/sdk-react'
import type { Client } from './client.ts'
import type { ButtonState, Telegram } from './telegram.ts'

type Shown = { state: ButtonState; onPress: () => void }

/** Telegram's main button. The last call holds; Telegram hears of the outcome only. */
export function createMainButton(client: Client): Telegram['showMainButton'] {
  let current: Shown | null = null
  // Empty: unknown, because a reload leaves the button as it was.
  let posted = ''

  function settle(): void {
    const parameters = parametersOf(current)
    if (JSON.stringify(parameters) === posted) return
    posted = JSON.stringify(parameters)
    client.post('web_app_setup_main_button', parameters)
  }

  on('main_button_pressed', () => {
    if (current?.state.enabled && !current.state.busy) current.onPress()
  })
  queueMicrotask(settle)
  return (state, onPress) => {
    const mine = { state, onPress }
    current = mine
    queueMicrotask(settle)
    return {
      update: (next) => {
        mine.state = next
        queueMicrotask(settle)
      },
      hide: () => {
        if (current !== mine) return
        current = null
        queueMicrotask(settle)
      },
    }
  }
}

function parametersOf(shown: Shown | null) {
  if (shown === null) return { is_visible: false }
  const { text, enabled, busy } = shown.state
  return {
    is_visible: true,
    is_active: enabled && !busy,
    is_progress_visible: busy,
    text,
  }
}
