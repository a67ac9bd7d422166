import { postEvent } from '@telegram-apps/sdk-react'
import { createBrowserTelegram } from './browser-telegram.ts'
import { onClientReturn } from './client-return.ts'
import { can, connectClient } from './client.ts'
import { createClosingGuard } from './closing.ts'
import { haptic } from './haptics.ts'
import { readLaunchParameters } from './launch-parameters.ts'
import { launchOf } from './launch.ts'
import { createOpenTelegramLink, openLink } from './links.ts'
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
  const colorScheme = followTheme()
  followViewport()
  return {
    ...client,
    launch: launchOf(parameters),
    colorScheme,
    hasMainButton: true,
    hasBackButton: can(client, 'web_app_setup_back_button'),
    ready: () => postEvent('web_app_ready'),
    showBackButton: createNativeButton('back'),
    showMainButton: createMainButton(),
    showSettingsButton: createNativeButton('settings'),
    haptic,
    ask: createPopup(client),
    guardClosing: createClosingGuard(),
    openLink,
    openTelegramLink: createOpenTelegramLink(client),
    requestWriteAccess: createRequestWriteAccess(client),
    onReturn: onClientReturn,
    close: () => postEvent('web_app_close'),
  }
}
