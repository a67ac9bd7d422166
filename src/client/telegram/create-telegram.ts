import { importPart } from '../parts/part.ts'
import { atom, type ReadableAtom } from 'nanostores'
import { createBrowserTelegram } from './browser-telegram.ts'
import { createBottomButton } from './bottom-button.ts'
import { findEarlyButton, onEarlyButton } from './early-button.ts'
import { createClientReturn } from './page-return.ts'
import { type TelegramClient, connectClient } from './client.ts'
import { readLaunchParams } from './launch-params.ts'
import { getLaunch } from './launch.ts'
import { createLinks } from './links.ts'
import { findNavigationType } from './navigation-type.ts'
import { createNativeButton } from './native-button.ts'
import { createPageQuestion } from './page-question.ts'
import { followTaps } from './tap.ts'
import type { Requests } from './requests.ts'
import { createSettle } from './slot.ts'
import type { AskUser, Telegram, Haptic } from './telegram.ts'
import { followTheme } from './theme.ts'
import { followViewport } from './viewport.ts'
import { getFields } from './get-fields.ts'

const HAPTICS = {
  success: { type: 'notification', notification_type: 'success' },
  warning: { type: 'notification', notification_type: 'warning' },
  error: { type: 'notification', notification_type: 'error' },
  selection: { type: 'selection_change' },
  impact: { type: 'impact', impact_style: 'light' },
} as const satisfies Record<Haptic, object>
const no = () => false
const nothing = () => {}

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
  const main = createBottomButton(client, 'main', { colors, first: findEarlyButton() })
  onEarlyButton(main.showEarly)
  const tap = followTaps()
  const fetchRequests = () =>
    importPart(() => import('./requests.ts')).then(({ createRequests }) =>
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
    showMainButton: main.show,
    takeMainButtonOver: main.takeOver,
    showSecondaryButton: createBottomButton(client, 'secondary', { colors }).show,
    showSettingsButton: createNativeButton(client, 'settings'),
    haptic: (kind) => post('web_app_trigger_haptic_feedback', HAPTICS[kind]),
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
function createLateRequests(
  fetchRequests: () => Promise<Requests>,
  askOnPage: AskUser,
): Requests & Pick<Telegram, 'warmUp'> {
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
    warmUp: () => void request(async () => {}, nothing),
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

/**
 * Whether the member sees the app. Telegram Web A keeps a Mini App alive, without a size, behind a wallet's Mini App,
 * and shows the dialogs of the hidden one in the name of the front one.
 */
function followActivity(client: TelegramClient): ReadableAtom<boolean> {
  let isShown = true
  const isActive = atom(isPageSeen())
  const follow = () => isActive.set(isShown && isPageSeen())
  client.on('visibility_changed', (data) => {
    isShown = getFields(data)['is_visible'] !== false
    follow()
  })
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('resize', follow)
  return isActive
}

function isPageSeen(): boolean {
  return document.visibilityState === 'visible' && innerWidth > 0 && innerHeight > 0
}

/**
 * As long as any guard is active, the client asks before it closes the app, and a swipe down on the page does not start
 * to close it. Nothing is posted before the first guard, because one stored version of Telegram Web A takes any such
 * method as a yes. A reload leaves the client as it was, so the first call after one removes the guard.
 */
function createClosingGuard({ post }: TelegramClient): () => () => void {
  const guards = new Set<symbol>()
  const settle = createSettle(
    () => guards.size > 0,
    (isGuarded) => {
      post('web_app_setup_closing_behavior', { need_confirmation: isGuarded })
      post('web_app_setup_swipe_behavior', { allow_vertical_swipe: !isGuarded })
    },
    findNavigationType() === 'reload',
  )
  return () => {
    const guard = Symbol('guard')
    guards.add(guard)
    settle()
    return () => {
      guards.delete(guard)
      settle()
    }
  }
}
