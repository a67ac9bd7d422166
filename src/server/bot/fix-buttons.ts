import type { Transformer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import * as v from 'valibot'
import type { BotLink } from '#shared/boot.ts'
import { directLink } from '#shared/links.ts'
import { attemptCode } from '#shared/attempt-code.ts'
import { CODE, CONNECT_START_PARAM } from '#shared/start-param.ts'

const BAD_REQUEST = 400
/** Error 400: `BUTTON_TYPE_INVALID`, `inline keyboard button URL … is invalid` and the like. */
const BUTTON_REFUSED = /button/i

const ButtonSchema = v.custom<InlineKeyboardButton>((value) =>
  v.is(v.looseObject({ text: v.string() }), value),
)
const PayloadSchema = v.looseObject({
  reply_markup: v.object({ inline_keyboard: v.array(v.array(ButtonSchema)) }),
})

/**
 * Telegram refuses a whole message because of one button. Then nothing was written, so the same text is sent once more
 * with buttons that every chat accepts: the app opens by its direct link, and inline mode, which may be off at
 * BotFather, is left out.
 */
export function fixButtons(link: BotLink): Transformer {
  return async (call, ...request) => {
    const answer = await call(...request)
    if (answer.ok || answer.error_code !== BAD_REQUEST) return answer
    if (!BUTTON_REFUSED.test(answer.description)) return answer
    const [method, payload, signal] = request
    const refused = v.safeParse(PayloadSchema, payload)
    if (!refused.success) return answer
    const { inline_keyboard: rows } = refused.output.reply_markup
    const fixed = rows.map((row) => row.flatMap((button) => plainer(button, link)))
    const keyboard = { inline_keyboard: fixed.filter((row) => row.length > 0) }
    return call(method, { ...payload, reply_markup: keyboard }, signal)
  }
}

function plainer(button: InlineKeyboardButton, link: BotLink): InlineKeyboardButton[] {
  if ('switch_inline_query' in button) return []
  if (!('web_app' in button)) return [button]
  const { text, web_app } = button
  return [{ text, url: directLink(link, findStartParam(web_app.url)) }]
}

/** The start parameter that leads to the same page of ours; undefined for Home, and for pages that have none. */
function findStartParam(url: string): string | undefined {
  const [, folder, id = ''] = new URL(url).pathname.split('/')
  if (folder === 'connect') return CONNECT_START_PARAM
  const code = folder === 'attempts' ? attemptCode(id) : id
  return CODE.test(code) ? code : undefined
}
