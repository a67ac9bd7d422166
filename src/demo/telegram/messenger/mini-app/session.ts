import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { PhoneMessage } from '../../phone/phone-contract.ts'
import { isAtLeast, getThemeParams } from '../../theme-params.ts'
import {
  type AppMethods,
  appMethod,
  plainMethod,
  type AppMethod,
  type SessionContext,
  type SessionPorts,
} from './session-context.ts'
import { chromeMethods } from './chrome-methods.ts'
import { deviceMethods, emitInsets, emitViewport, setFullscreen } from './device-methods.ts'
import { dialogMethods } from './dialog-methods.ts'
import { linkMethods } from './link-methods.ts'
import { initialSessionState, type SessionState } from './session-state.ts'
import { storageMethods } from './storage-methods.ts'
import { createTapLimits } from './tap-limits.ts'

const UNSUPPORTED = { error: 'UNSUPPORTED' }

/** The iframe with the Mini App. */
type Frame = {
  post(message: string): void
  /** CSS pixels. */
  size(): { width: number; height: number }
}

/** One open Mini App, as its client sees it. */
export type MiniAppSession = {
  state: ReadableAtom<SessionState>
  /** Takes the frame; gives it back when the returned function is called. */
  connect(frame: Frame): () => void
  /** A message of the Mini App, as it came: anything that is not of the protocol is ignored. */
  receive(message: unknown): void
  emit(eventType: string, eventData?: unknown): void
  /** The member has tapped the page. */
  tapped(): void
  /** The member has pressed a button that the client draws for the page: a tap, too. */
  buttonPressed(eventType: string): void
  themeChanged(): void
  insetsChanged(): void
  viewportChanged(): void
  /** Something else lies over the Mini App, or no longer does. */
  visibilityChanged(isVisible: boolean): void
  /** Another app of the phone comes before Telegram, or goes: the page itself is hidden, too. */
  frontChanged(isInFront: boolean): void
  /** What the member does in the client's own menu. */
  setFullscreen(isFullscreen: boolean): void
  /** Asks the member first where the Mini App wants that. */
  requestClose(): Promise<void>
}

/** Clients before this version do not report their visibility. */
const VISIBILITY_SINCE = '8.0'

const MessageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ eventType: v.string(), eventData: v.optional(v.unknown()) }),
)

export function createSession(ports: SessionPorts): MiniAppSession {
  const state = atom(initialSessionState(ports.client()))
  const frames = new Set<Frame>()

  const taps = createTapLimits(() => ports.now())

  const context: SessionContext = {
    ports,
    taps,
    state,
    update: (change) => state.set({ ...state.get(), ...change }),
    emit(eventType, eventData = {}) {
      ports.note({ kind: 'out', name: eventType, detail: describe(eventData) })
      frames.forEach((frame) => frame.post(JSON.stringify({ eventType, eventData })))
    },
    frameSize: () => [...frames][0]?.size() ?? { width: 0, height: 0 },
  }
  const methods: AppMethods = {
    ...chromeMethods(context),
    ...deviceMethods(context),
    ...dialogMethods(context),
    ...linkMethods(context),
    ...storageMethods(context),
    ...absentMethods(context),
  }

  return {
    state,
    connect(frame) {
      frames.add(frame)
      return () => void frames.delete(frame)
    },
    receive: (message) => receive(context, methods, message),
    emit: (eventType, eventData) => context.emit(eventType, eventData),
    tapped: () => taps.tap(),
    buttonPressed(eventType) {
      taps.tap()
      context.emit(eventType)
    },
    themeChanged: () =>
      context.emit('theme_changed', { theme_params: getThemeParams(ports.client()) }),
    insetsChanged: () => emitInsets(context),
    viewportChanged: () => emitViewport(context),
    visibilityChanged: (isVisible) => emitVisibility(context, isVisible),
    frontChanged(isInFront) {
      const message: PhoneMessage = { type: 'clasp-demo-phone', isVisible: isInFront }
      frames.forEach((frame) => frame.post(JSON.stringify(message)))
      emitVisibility(context, isInFront)
    },
    setFullscreen: (isFullscreen) => setFullscreen(context, isFullscreen),
    requestClose: () => requestClose(context),
  }
}

function emitVisibility(context: SessionContext, isVisible: boolean): void {
  if (!isAtLeast(context.ports.client().version, VISIBILITY_SINCE)) return
  context.emit('visibility_changed', { is_visible: isVisible })
}

/** A client ignores methods that are newer than itself. */
function receive(context: SessionContext, methods: AppMethods, message: unknown): void {
  const parsed = v.safeParse(MessageSchema, message)
  if (!parsed.success) return
  const { eventType, eventData } = parsed.output
  const method = methods[eventType]
  const { version } = context.ports.client()
  const detail = describe(eventData)
  if (method === undefined) {
    context.ports.note({ kind: 'ignored', name: eventType, detail: 'unknown method' })
    return
  }
  if (!isAtLeast(version, method.since)) {
    context.ports.note({ kind: 'ignored', name: eventType, detail: `needs ${method.since}` })
    return
  }
  context.ports.note({ kind: 'in', name: eventType, detail })
  if (method.run(eventData) === 'malformed') {
    context.ports.note({ kind: 'ignored', name: eventType, detail: `malformed: ${detail}` })
  }
}

function describe(eventData: unknown): string {
  const text = JSON.stringify(eventData)
  return text === undefined || text === 'null' || text === '{}' ? '' : withoutSecrets(text)
}

/** A pairing's key and a ticket let their reader in. */
function withoutSecrets(text: string): string {
  return text.replace(/((?:symKey|ticket)(?:=|%3D|%253D))[\w-]+/gi, '$1…')
}

async function requestClose(context: SessionContext): Promise<void> {
  if (!context.state.get().needsClosingConfirmation) {
    context.ports.close()
    return
  }
  const answer = await context.ports.ask({
    title: 'Close the app?',
    message: 'Changes that you made may not be saved.',
    buttons: [
      { id: 'stay', text: 'Cancel', tone: 'plain' },
      { id: 'close', text: 'Close anyway', tone: 'destructive' },
    ],
  })
  if (answer === 'close') context.ports.close()
}

/** Methods of features that this client does not have, with the answers of such clients. */
function absentMethods(context: SessionContext): AppMethods {
  const answer = (since: string, eventType: string, eventData: unknown): AppMethod =>
    plainMethod(since, () => context.emit(eventType, eventData))
  return {
    web_app_open_invoice: appMethod('6.1', v.object({ slug: v.string() }), ({ slug }) =>
      context.emit('invoice_closed', { slug, status: 'cancelled' }),
    ),
    web_app_open_scan_qr_popup: answer('6.4', 'scan_qr_popup_closed', {}),
    web_app_close_scan_qr_popup: plainMethod('6.4', () => undefined),
    web_app_biometry_get_info: answer('7.2', 'biometry_info_received', { available: false }),
    web_app_biometry_request_access: answer('7.2', 'biometry_info_received', { available: false }),
    web_app_share_to_story: plainMethod('7.8', () => context.ports.toast('No stories in the demo')),
    web_app_set_emoji_status: answer('8.0', 'emoji_status_failed', UNSUPPORTED),
    web_app_request_emoji_status_access: answer('8.0', 'emoji_status_access_requested', {
      status: 'cancelled',
    }),
    web_app_check_location: answer('8.0', 'location_checked', { available: false }),
    web_app_request_location: answer('8.0', 'location_requested', { available: false }),
    web_app_start_accelerometer: answer('8.0', 'accelerometer_failed', UNSUPPORTED),
    web_app_start_gyroscope: answer('8.0', 'gyroscope_failed', UNSUPPORTED),
    web_app_start_device_orientation: answer('8.0', 'device_orientation_failed', UNSUPPORTED),
    web_app_request_chat: answer('9.6', 'requested_chat_failed', UNSUPPORTED),
  }
}
