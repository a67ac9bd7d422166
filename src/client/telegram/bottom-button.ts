import type { ReadableAtom } from 'nanostores'
import type { TelegramClient } from './client.ts'
import { createSlot } from './slot.ts'
import type { ButtonState, ShowButton } from './telegram.ts'
import type { PageColors } from './theme.ts'

type ShownButton = { state: ButtonState; onPress: () => void }
type ButtonParameters = ReturnType<typeof getParameters>

const EVENTS = { main: 'main_button_pressed', secondary: 'secondary_button_pressed' } as const
/** Below the main button, because side by side both would cut off long words. */
const POSITION = 'bottom'

/**
 * One of the two buttons that Telegram draws under the page. Telegram receives it again when the theme changes, because
 * a button keeps the colours that it received.
 */
export function createBottomButton(
  client: TelegramClient,
  name: keyof typeof EVENTS,
  colors: ReadableAtom<PageColors>,
): ShowButton {
  const { current, settle, show } = createSlot<ShownButton, ButtonParameters>(
    (shown) => getParameters(shown, getColors(name, colors.get())),
    (parameters) => post(client, name, parameters),
  )
  client.on(EVENTS[name], () => {
    const shown = current()
    if (shown?.state.enabled && !shown.state.busy) shown.onPress()
  })
  colors.listen(settle)
  return (state, onPress) => {
    const mine = { state, onPress }
    const hide = show(mine)
    return {
      hide,
      update: (next) => {
        mine.state = next
        settle()
      },
    }
  }
}

function post(
  client: TelegramClient,
  name: keyof typeof EVENTS,
  parameters: ButtonParameters,
): void {
  if (name === 'main') client.post('web_app_setup_main_button', parameters)
  else client.post('web_app_setup_secondary_button', { ...parameters, position: POSITION })
}

function getParameters(shown: ShownButton | null, colors: ReturnType<typeof getColors>) {
  if (shown === null) return { is_visible: false }
  const { text, enabled, busy } = shown.state
  return {
    is_visible: true,
    is_active: enabled && !busy,
    is_progress_visible: busy,
    text: directed(text),
    ...colors,
  }
}

const FROM_THE_RIGHT = /^\P{L}*\p{Script=Arabic}/u

/** The text with its direction (UAX #9: RLI, PDI), because some clients draw every button from left to right. */
function directed(text: string): string {
  return FROM_THE_RIGHT.test(text) ? `\u2067${text}\u2069` : text
}

/** The main button's colours as on the page; the secondary one looks like a link on the bar. */
function getColors(name: keyof typeof EVENTS, page: PageColors) {
  const [color, textColor] =
    name === 'main' ? [page.button, page['button-text']] : [page.bg, page.link]
  return color === null || textColor === null ? {} : { color, text_color: textColor }
}
