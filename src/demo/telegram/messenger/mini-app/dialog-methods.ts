import * as v from 'valibot'
import type { DialogButton } from './dialogs.ts'
import {
  appMethod,
  plainMethod,
  RequestIdSchema,
  type AppMethods,
  type SessionContext,
} from './session-context.ts'
import type { Platform } from '../../theme-params.ts'

const IN_A_ROW = 3

/** As read in the clients' sources. Other clients show every popup. */
const LIMITS: Partial<Record<Platform, PopupLimit>> = {
  weba: { gapMs: 2_000, lockMs: 2_000, whileLocked: 'close', whileOpen: 'close' },
  web: { gapMs: 2_000, lockMs: 2_000, whileLocked: 'close', whileOpen: 'drop' },
  android: { gapMs: 150, lockMs: 3_000, whileLocked: 'drop', whileOpen: 'drop' },
}

const ButtonSchema = v.union([
  v.object({ id: v.string(), type: v.picklist(['ok', 'close', 'cancel']) }),
  v.object({
    id: v.string(),
    type: v.optional(v.picklist(['default', 'destructive']), 'default'),
    text: v.pipe(v.string(), v.minLength(1)),
  }),
])
/** Limits: https://core.telegram.org/bots/webapps#popupparams */
const PopupSchema = v.object({
  title: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  buttons: v.pipe(v.array(ButtonSchema), v.minLength(1), v.maxLength(3)),
})

const OWN_TEXTS = { ok: 'OK', close: 'Close', cancel: 'Cancel' } as const

/** Questions to the member: popups, permissions, the clipboard. */
export function dialogMethods(context: SessionContext): AppMethods {
  const limits = createPopupLimits(() => context.ports.now())
  return {
    web_app_open_popup: appMethod(
      '6.2',
      PopupSchema,
      (popup) => void openPopup(context, limits, popup),
    ),
    web_app_request_write_access: plainMethod(
      '6.9',
      () => void requestWriteAccess(context, limits),
    ),
    web_app_request_phone: plainMethod('6.9', () => void requestPhone(context)),
    web_app_read_text_from_clipboard: appMethod('6.4', RequestIdSchema, ({ req_id }) =>
      context.emit('clipboard_text_received', { req_id, data: null }),
    ),
  }
}

async function openPopup(
  context: SessionContext,
  limits: PopupLimits,
  popup: v.InferOutput<typeof PopupSchema>,
): Promise<void> {
  const { platform } = context.ports.client()
  const verdict = limits.judge(platform)
  if (verdict !== 'show') {
    context.ports.note({ kind: 'ignored', name: 'web_app_open_popup', detail: 'one too many' })
    if (verdict === 'close') context.emit('popup_closed', {})
    return
  }
  const answer = await limits.during(platform, () =>
    context.ports.ask({
      title: popup.title,
      message: popup.message,
      buttons: popup.buttons.map((button, index) => dialogButton(button, index)),
    }),
  )
  const pressed = answer === null ? undefined : popup.buttons[Number(answer)]
  context.emit('popup_closed', pressed === undefined ? {} : { button_id: pressed.id })
}

/** The Mini App may repeat ids or leave them empty: the place identifies the button. */
function dialogButton(button: v.InferOutput<typeof ButtonSchema>, index: number): DialogButton {
  return {
    id: String(index),
    text: 'text' in button ? button.text : OWN_TEXTS[button.type],
    tone: button.type === 'destructive' ? 'destructive' : 'plain',
  }
}

/** Telegram Web A asks for the bot in front, whichever Mini App has sent the request. */
async function requestWriteAccess(context: SessionContext, limits: PopupLimits): Promise<void> {
  const { ports } = context
  const { platform } = ports.client()
  const answered = (status: 'allowed' | 'cancelled') =>
    context.emit('write_access_requested', { status })
  if (platform === 'android' && limits.isOpen()) return answered('cancelled')
  const other = platform === 'weba' ? ports.otherInFront() : null
  if (other === null && ports.mayBotWrite()) return answered('allowed')
  const answer = await limits.during(platform, () => askForWriteAccess(context, other))
  if (answer !== 'allow') return answered('cancelled')
  if (other === null) await ports.grantWriteAccess()
  answered('allowed')
}

/** @param other name of the other bot that it is asked for; null for the Mini App's own */
function askForWriteAccess({ ports }: SessionContext, other: string | null) {
  return ports.ask({
    title: 'Allow messages?',
    message: `Do you allow ${other ?? 'this bot'} to write to you?`,
    buttons: [
      { id: 'deny', text: 'Cancel', tone: 'plain' },
      { id: 'allow', text: 'Allow', tone: 'strong' },
    ],
  })
}

/** People of the demo world have no telephone numbers to share. */
async function requestPhone(context: SessionContext): Promise<void> {
  await context.ports.ask({
    title: 'Share your number?',
    message: 'The app asks for your telephone number. This demo has none to share.',
    buttons: [{ id: 'close', text: 'Close', tone: 'plain' }],
  })
  context.emit('phone_requested', { status: 'cancelled' })
}

/** What a client does with a popup: shows it, reports immediately that it was closed, or drops it without an event. */
type PopupVerdict = 'show' | 'close' | 'drop'

type PopupLimit = {
  /** Popups that follow each other within this time are in a row, in milliseconds. */
  gapMs: number
  /** How long no popup is shown after three in a row, in milliseconds. */
  lockMs: number
  whileLocked: PopupVerdict
  whileOpen: PopupVerdict
}

/** The dialogs that one Mini App has opened. */
type PopupLimits = {
  isOpen(): boolean
  judge(platform: Platform): PopupVerdict
  /** Shows a dialog, which counts as a popup of the row. */
  during<Answer>(platform: Platform, dialog: () => Promise<Answer>): Promise<Answer>
}

/** @param now milliseconds */
function createPopupLimits(now: () => number): PopupLimits {
  let open = 0
  let inRow = 0
  let closedAt = Number.NEGATIVE_INFINITY
  let lockedUntil = Number.NEGATIVE_INFINITY

  function close(limit: PopupLimit | undefined): void {
    open -= 1
    closedAt = now()
    if (limit === undefined || inRow < IN_A_ROW) return
    lockedUntil = closedAt + limit.lockMs
    inRow = 0
  }

  return {
    isOpen: () => open > 0,
    judge(platform) {
      const limit = LIMITS[platform]
      if (limit === undefined) return 'show'
      if (open > 0) return limit.whileOpen
      return now() < lockedUntil ? limit.whileLocked : 'show'
    },
    async during(platform, dialog) {
      const limit = LIMITS[platform]
      if (limit !== undefined && now() - closedAt > limit.gapMs) inRow = 0
      open += 1
      inRow += 1
      try {
        return await dialog()
      } finally {
        close(limit)
      }
    },
  }
}
