import * as v from 'valibot'
import { readUrl } from '#demo/read-url.ts'
import { appMethod, type AppMethods, CHAT_TYPES, type SessionContext } from './session-context.ts'
import type { OpenedThing } from './tap-limits.ts'

const UrlSchema = v.object({ url: v.string() })
const SwitchInlineSchema = v.object({
  query: v.string(),
  chat_types: v.optional(v.array(v.picklist(CHAT_TYPES)), []),
})

/** Ways out of the Mini App. */
export function linkMethods(context: SessionContext): AppMethods {
  return {
    web_app_open_link: appMethod('6.0', UrlSchema, ({ url }) => openLink(context, url)),
    // Framed apps may send it at any version: a frame has no other way to open such a link.
    web_app_open_tg_link: appMethod(
      '6.0',
      v.object({ path_full: v.pipe(v.string(), v.startsWith('/')) }),
      ({ path_full }) => {
        if (!isTapped(context, 'telegram-link')) return
        context.ports.openTelegramLink(`https://t.me${path_full}`)
      },
    ),
    web_app_switch_inline_query: appMethod('6.7', SwitchInlineSchema, ({ query, chat_types }) =>
      context.ports.switchInline(query, chat_types),
    ),
    web_app_send_prepared_message: appMethod('8.0', v.object({ id: v.string() }), ({ id }) => {
      if (isTapped(context, 'message')) void sendPrepared(context, id)
    }),
    web_app_data_send: appMethod('6.0', v.object({ data: v.string() }), ({ data }) => {
      context.ports.toast(`Sent to the bot: ${data}`)
      context.ports.close()
    }),
    web_app_request_file_download: appMethod('8.0', UrlSchema, ({ url }) => {
      context.ports.openLink(url)
      context.emit('file_download_requested', { status: 'downloading' })
    }),
  }
}

/** Clients open http and https only; at anything else the desktop client closes the Mini App. */
function openLink(context: SessionContext, url: string): void {
  const protocol = readUrl(url)?.protocol
  if (protocol === 'https:' || protocol === 'http:') {
    if (isTapped(context, 'link')) context.ports.openLink(url)
    return
  }
  context.ports.note({ kind: 'ignored', name: 'web_app_open_link', detail: `refused ${url}` })
  if (context.ports.client().platform === 'tdesktop') context.ports.close()
}

/** A client without a recent tap opens nothing, and says nothing of it. */
function isTapped({ ports, taps }: SessionContext, opened: OpenedThing): boolean {
  const isAllowed = taps.allows(ports.client().platform, opened)
  if (!isAllowed) ports.note({ kind: 'ignored', name: opened, detail: 'without a recent tap' })
  return isAllowed
}

/** Telegram Web K reports an expired message by a number, and macOS a closed sheet without an error. */
async function sendPrepared(context: SessionContext, preparedId: string): Promise<void> {
  const { platform } = context.ports.client()
  const sent = await context.ports.sendPrepared(preparedId)
  if (sent.outcome === 'sent') return context.emit('prepared_message_sent')
  const { error } = sent
  if (error === 'MESSAGE_EXPIRED' && platform === 'macos') return
  if (error === 'MESSAGE_EXPIRED' && platform === 'web')
    return context.emit('prepared_message_failed', { error: 400 })
  if (error === 'USER_DECLINED' && platform === 'macos')
    return context.emit('prepared_message_failed', null)
  context.emit('prepared_message_failed', { error })
}
