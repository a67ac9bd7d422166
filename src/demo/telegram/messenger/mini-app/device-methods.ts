import * as v from 'valibot'
import { isAtLeast, isPhone, getThemeParams, type Platform } from '../../theme-params.ts'
import { appMethod, plainMethod, type AppMethods, type SessionContext } from './session-context.ts'
import { hasBottomBar } from './session-state.ts'

const INSETS_SINCE = '8.0'
/** Where a device has a home screen that its client can put a shortcut on. */
const HOME_SCREEN_PLATFORMS = new Set<Platform>(['ios', 'android'])
/** Height of the notch and of the home indicator of the simulated phone, CSS px. */
const NOTCH_HEIGHT = 54
const HOME_INDICATOR_HEIGHT = 34
/** Height of the client's floating buttons over a fullscreen Mini App, CSS px. */
const FULLSCREEN_BUTTONS_HEIGHT = 46

/** Answers that clients do not give: an app must not wait for them. */
const UNANSWERED: Partial<Record<Platform, ReadonlySet<string>>> = {
  macos: new Set(['theme_changed', 'safe_area_changed', 'content_safe_area_changed']),
  web: new Set(['viewport_changed', 'safe_area_changed', 'content_safe_area_changed']),
}

const HapticSchema = v.union([
  v.object({
    type: v.literal('impact'),
    impact_style: v.picklist(['light', 'medium', 'heavy', 'rigid', 'soft']),
  }),
  v.object({
    type: v.literal('notification'),
    notification_type: v.picklist(['error', 'success', 'warning']),
  }),
  v.object({ type: v.literal('selection_change') }),
])

/** Theme, size, fullscreen, haptics, home screen. */
export function deviceMethods(context: SessionContext): AppMethods {
  const answer = (eventType: string, eventData: unknown) => {
    const { platform } = context.ports.client()
    if (UNANSWERED[platform]?.has(eventType) !== true) context.emit(eventType, eventData)
  }
  const answerViewport = () =>
    answer('viewport_changed', hasViewport(context) ? viewport(context) : null)
  return {
    web_app_request_theme: plainMethod('6.0', () =>
      answer('theme_changed', { theme_params: getThemeParams(context.ports.client()) }),
    ),
    web_app_request_viewport: plainMethod('6.0', answerViewport),
    web_app_expand: plainMethod('6.0', answerViewport),
    web_app_request_safe_area: plainMethod('8.0', () =>
      answer('safe_area_changed', safeArea(context)),
    ),
    web_app_request_content_safe_area: plainMethod('8.0', () =>
      answer('content_safe_area_changed', contentSafeArea(context)),
    ),
    web_app_setup_swipe_behavior: appMethod(
      '7.7',
      v.object({ allow_vertical_swipe: v.boolean() }),
      ({ allow_vertical_swipe }) => context.update({ allowsVerticalSwipe: allow_vertical_swipe }),
    ),
    web_app_hide_keyboard: plainMethod('9.1', () => undefined),
    web_app_toggle_orientation_lock: plainMethod('8.0', () => undefined),
    web_app_trigger_haptic_feedback: appMethod('6.1', HapticSchema, (haptic) =>
      context.ports.note({ kind: 'haptic', name: haptic.type, detail: getStrength(haptic) }),
    ),
    ...fullscreenMethods(context),
    ...homeScreenMethods(context),
  }
}

export function emitViewport(context: SessionContext): void {
  context.emit('viewport_changed', viewport(context))
}

function viewport(context: SessionContext) {
  return { ...context.frameSize(), is_expanded: true, is_state_stable: true }
}

/** The macOS client answers with no data. */
function hasViewport({ ports }: SessionContext): boolean {
  return ports.client().platform !== 'macos'
}

/** Older clients know no insets. */
export function emitInsets(context: SessionContext): void {
  if (!isAtLeast(context.ports.client().version, INSETS_SINCE)) return
  context.emit('safe_area_changed', safeArea(context))
  context.emit('content_safe_area_changed', contentSafeArea(context))
}

/** What the device covers of the page. Outside fullscreen, the client's header lies below the notch. */
function safeArea(context: SessionContext) {
  const { hasInsets: isOn, platform } = context.ports.client()
  const hasInsets = isOn && isPhone(platform)
  const state = context.state.get()
  return {
    top: hasInsets && state.isFullscreen ? NOTCH_HEIGHT : 0,
    bottom: hasInsets && !hasBottomBar(state) ? HOME_INDICATOR_HEIGHT : 0,
    left: 0,
    right: 0,
  }
}

/** What the client covers of the page. */
function contentSafeArea(context: SessionContext) {
  const top = context.state.get().isFullscreen ? FULLSCREEN_BUTTONS_HEIGHT : 0
  return { top, bottom: 0, left: 0, right: 0 }
}

function getStrength(haptic: v.InferOutput<typeof HapticSchema>): string {
  if (haptic.type === 'impact') return haptic.impact_style
  return haptic.type === 'notification' ? haptic.notification_type : ''
}

export function setFullscreen(context: SessionContext, isFullscreen: boolean): void {
  context.update({ isFullscreen })
  context.emit('fullscreen_changed', { is_fullscreen: isFullscreen })
  emitInsets(context)
}

function fullscreenMethods(context: SessionContext): AppMethods {
  return {
    web_app_request_fullscreen: plainMethod('8.0', () => {
      if (context.state.get().isFullscreen) {
        context.emit('fullscreen_failed', { error: 'ALREADY_FULLSCREEN' })
      } else setFullscreen(context, true)
    }),
    web_app_exit_fullscreen: plainMethod('8.0', () => {
      if (context.state.get().isFullscreen) setFullscreen(context, false)
    }),
  }
}

/** Telegram Web K has no shortcut and says nothing of it; other clients on computers say that they have none. */
function homeScreenMethods(context: SessionContext): AppMethods {
  const getStatus = () => {
    const { homeScreen, platform } = context.ports.client()
    return HOME_SCREEN_PLATFORMS.has(platform) ? homeScreen : 'unsupported'
  }
  const answer = (eventType: string, eventData?: unknown) => {
    if (context.ports.client().platform !== 'web') context.emit(eventType, eventData)
  }
  return {
    web_app_add_to_home_screen: plainMethod('8.0', () => {
      if (getStatus() === 'unsupported')
        return answer('home_screen_failed', { error: 'UNSUPPORTED' })
      void addToHomeScreen(context)
    }),
    web_app_check_home_screen: plainMethod('8.0', () =>
      answer('home_screen_checked', { status: getStatus() }),
    ),
  }
}

/** The device asks the person. A refusal is not reported. */
async function addToHomeScreen(context: SessionContext): Promise<void> {
  const answer = await context.ports.ask({
    title: 'Add to home screen?',
    message: 'The app gets an icon of its own.',
    buttons: [
      { id: 'cancel', text: 'Cancel', tone: 'plain' },
      { id: 'add', text: 'Add', tone: 'strong' },
    ],
  })
  if (answer !== 'add') return
  context.ports.putOnHomeScreen()
  context.ports.toast('Added to the home screen')
  context.emit('home_screen_added')
}
