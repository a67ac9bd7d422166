import { getParameters, type ShownButton } from './bottom-button.ts'
import { isFramed } from './is-framed.ts'
import { receiveNativeEvents } from './native-events.ts'
import { shownColors } from './theme.ts'

/** Asks the app, where it is there already, to show the button in the page's place. */
const SHOW_EVENT = 'clasp:main-action'

const { dataset } = document.documentElement

/**
 * Shows Telegram's main button before the app has arrived, and stores a press of it until the app's screens are there. Only
 * in native clients: a web client runs on a computer, and may be shown in the frame of a page that must hear nothing.
 */
export function showEarlyButton(text: string): void {
  const client: unknown = Reflect.get(window, 'TelegramWebviewProxy')
  const post: unknown = Reflect.get(Object(client), 'postEvent')
  if (isFramed() || typeof post !== 'function') return
  dataset['mainAction'] = text
  // The app hears what the client says from its start on.
  if (!window.dispatchEvent(new Event(SHOW_EVENT, { cancelable: true }))) return
  const early = createEarlyButton(text)
  receiveNativeEvents((event) => {
    if (event === 'main_button_pressed') early.onPress()
  })
  const parameters = JSON.stringify(getParameters(early, 'main', shownColors()))
  Reflect.apply(post, client, ['web_app_setup_main_button', parameters])
}

/** The app's side of {@link showEarlyButton}, for one that comes after the app. */
export function onEarlyButton(show: (button: ShownButton) => void): void {
  window.addEventListener(SHOW_EVENT, (event) => {
    const button = findEarlyButton()
    if (button === null) return
    event.preventDefault()
    show(button)
  })
}

/** The button that the app finds on its arrival; null for none. To be called before the address changes. */
export function findEarlyButton(): ShownButton | null {
  const text = dataset['mainAction']
  return text === undefined ? null : createEarlyButton(text)
}

/** What is stored is the path of the screen that has the button: the app follows the press there and nowhere else. */
function createEarlyButton(text: string): ShownButton {
  const { pathname } = location
  return {
    state: { text, enabled: true, busy: false },
    onPress: () => {
      delete dataset['to']
      dataset['intent'] = pathname
    },
  }
}
