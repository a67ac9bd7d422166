import { createBrowserTelegram } from './browser-telegram.ts'
import { onClientReturn } from './client-return.ts'
import { connectClient } from './client.ts'
import { createClosingGuard } from './closing.ts'
import { createHaptic } from './haptics.ts'
import { readLaunchParameters } from './launch-parameters.ts'
import { launchOf } from './launch.ts'
import { createLinks } from './links.ts'
import { createMainButton } from './main-button.ts'
import { createNativeButton } from './native-button.ts'
import { createPopup } from './popup.ts'
import type { Telegram } from './telegram.ts'
import { followTheme } from './theme.ts'
import { followViewport } from './viewport.ts'
import { createRequestWriteAccess } from './write-access.ts'

/**
 * Starts Telegram's side of the app: once per page, before `stripLaunchParameters`. Works on
 * every client from version 6.0 and, with the browser's means, outside Telegram.
 */
export function createTelegram(): Telegram {
  const parameters = readLaunchParameters()
  return parameters === null ? createBrowserTelegram() : createClientTelegram(parameters)
}

function createClientTelegram(parameters: URLSearchParams): Telegram {
  const client = connectClient(parameters)
  const { platform, version, post, can } = client
  const colorScheme = followTheme(client)
  followViewport(client)
  return {
    launch: launchOf(parameters),
    platform,
    version,
    colorScheme,
    hasMainButton: true,
    hasBackButton: can('web_app_setup_back_button'),
    ready: () => post('web_app_ready'),
    showBackButton: createNativeButton(client, 'back'),
    showMainButton: createMainButton(client),
    showSettingsButton: createNativeButton(client, 'settings'),
    haptic: createHaptic(client),
    ask: createPopup(client),
    guardClosing: createClosingGuard(client),
    ...createLinks(client),
    requestWriteAccess: createRequestWriteAccess(client),
    onReturn: onClientReturn,
    close: () => post('web_app_close'),
  }
}
