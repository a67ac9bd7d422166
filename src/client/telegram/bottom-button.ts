import type { ReadableAtom } from 'nanostores'
import type { TelegramClient } from './client.ts'
import { createSlot } from './slot.ts'
import type { ButtonState, ShowButton, Telegram } from './telegram.ts'
import type { PageColors } from './theme.ts'

/** What a button shows, and what a press of it does. */
export type ShownButton = { state: ButtonState; onPress: () => void }

type BottomButton = {
  show: ShowButton
  /** Shows a button of the page's, before the screens. */
  showEarly: (button: ShownButton) => void
  takeOver: Telegram['takeMainButtonOver']
}

type ButtonParameters = ReturnType<typeof getParameters>

const EVENTS = { main: 'main_button_pressed', secondary: 'secondary_button_pressed' } as const
/** Below the main button, because side by side both would cut off long words. */
const POSITION = 'bottom'

/**
 * One of the two buttons that Telegram draws under the page. Telegram receives it again when the theme changes, because
 * a button keeps the colours that it received.
 *
 * @param first what the page has shown before the app; null for nothing
 */
export function createBottomButton(
  client: TelegramClient,
  name: keyof typeof EVENTS,
  { colors, first = null }: { colors: ReadableAtom<PageColors>; first?: ShownButton | null },
): BottomButton {
  let early = first
  const { current, settle, show, end } = createSlot<ShownButton, ButtonParameters>(
    (shown) => getParameters(shown, name, colors.get()),
    (parameters) => post(client, name, parameters),
    first,
  )
  const press = () => {
    const shown = current()
    if (shown?.state.enabled && !shown.state.busy) shown.onPress()
  }
  client.on(EVENTS[name], press)
  colors.listen(settle)
  return {
    show(state, onPress) {
      const mine = { state, onPress }
      const hide = show(mine)
      return {
        hide,
        update: (next) => {
          mine.state = next
          settle()
        },
      }
    },
    showEarly(button) {
      early = button
      show(button)
    },
    takeOver(isPressed) {
      if (early === null) return
      end(early)
      if (isPressed && current()?.state.text === early.state.text) press()
    },
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

/** What a client receives for the button. */
export function getParameters(
  shown: ShownButton | null,
  name: keyof typeof EVENTS,
  colors: PageColors,
) {
  if (shown === null) return { is_visible: false }
  const { text, enabled, busy } = shown.state
  return {
    is_visible: true,
    is_active: enabled && !busy,
    is_progress_visible: busy,
    text: directed(text),
    ...getColors(name, colors),
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
