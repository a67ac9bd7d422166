import * as v from 'valibot'
import type { DialogButton } from '../store/dialogs.ts'
import { appMethod, plainMethod, RequestIdSchema } from './app-method.ts'
import type { AppMethods } from './app-method.ts'
import { createPopupLimits, type PopupLimits } from './popup-limits.ts'
import type { SessionContext } from './session-context.ts'

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
