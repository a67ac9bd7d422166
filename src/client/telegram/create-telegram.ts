import { followActivity } from './activity.ts'
import { createBrowserTelegram } from './browser-telegram.ts'
import { createBottomButton } from './bottom-button.ts'
import { createClientReturn } from './client-return.ts'
import { type TelegramClient, connectClient } from './client.ts'
import { createClosingGuard } from './closing.ts'
import { createHaptic } from './haptics.ts'
import { readLaunchParams } from './launch-params.ts'
import { getLaunch } from './launch.ts'
import { createLinks } from './links.ts'
import { createNativeButton } from './native-button.ts'
import { createPageQuestion } from './page-question.ts'
import { followTaps } from './tap.ts'
import type { Requests } from './requests.ts'
import type { AskUser, Telegram } from './telegram.ts'
import { followTheme } from './theme.ts'
import { followViewport } from './viewport.ts'

const no = () => false

/**
 * Starts the Telegram port: once per page, before `stripLaunchParams`. Works on
 * every client from version 6.0 and, with the browser's means, outside Telegram.
 *
 * @param frameOrigins origins of the clients that may show the page in a frame
 */
export function createTelegram(frameOrigins: readonly string[]): Telegram {
  const parameters = readLaunchParams()
  if (parameters === null) return createBrowserTelegram()
  return createClientTelegram(parameters, connectClient(parameters, frameOrigins))
}

function createClientTelegram(parameters: URLSearchParams, client: TelegramClient): Telegram {
  const { platform, version, post, can } = client
  const { colorScheme, colors } = followTheme(client)
  const { question, ask: askOnPage } = createPageQuestion()
  const isActive = followActivity(client)
  const tap = followTaps()
  const fetchRequests = () =>
    import('./requests.ts').then(({ createRequests }) =>
      createRequests(client, { askOnPage, tap, isActive }),
    )
  const late = createLateRequests(fetchRequests, askOnPage)
  followViewport(client)
  return {
    launch: getLaunch(parameters),
    platform,
    version,
    colorScheme,
    hasMainButton: true,
    hasSecondaryButton: can('web_app_setup_secondary_button'),
    hasBackButton: can('web_app_setup_back_button'),
    ready: () => post('web_app_ready'),
    showBackButton: createNativeButton(client, 'back'),
    showMainButton: createBottomButton(client, 'main', colors),
    showSecondaryButton: createBottomButton(client, 'secondary', colors),
    showSettingsButton: createNativeButton(client, 'settings'),
    haptic: createHaptic(client),
    question,
    guardClosing: createClosingGuard(client),
    isActive,
    isTapFresh: tap.isFresh,
    ...createLinks(client, tap),
    ...late,
    ask: can('web_app_open_popup') ? late.ask : askOnPage,
    onReturn: createClientReturn(client),
    close: () => post('web_app_close'),
  }
}

/** Requests whose code loads on first use. Where it does not load, the page asks, and the rest is skipped. */
function createLateRequests(fetchRequests: () => Promise<Requests>, askOnPage: AskUser): Requests {
  let fetched: Promise<Requests> | null = null

  async function request<Answer>(
    send: (requests: Requests) => Promise<Answer>,
    otherwise: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await send(await (fetched ??= fetchRequests()))
    } catch {
      fetched = null
      return otherwise()
    }
  }

  return {
    ask: (question) =>
      request(
        ({ ask }) => ask(question),
        () => askOnPage(question),
      ),
    shareMessage: (id) =>
      request(
        (requests) => requests.shareMessage(id),
        () => 'failed',
      ),
    requestWriteAccess: () =>
      request(
        (requests) => requests.requestWriteAccess(),
        () => 'unanswered',
      ),
    canAddToHomeScreen: () => request((requests) => requests.canAddToHomeScreen(), no),
    addToHomeScreen: () => request((requests) => requests.addToHomeScreen(), no),
  }
}
