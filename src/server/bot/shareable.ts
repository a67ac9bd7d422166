import { InlineKeyboard } from 'grammy'
import type { InlineQueryResultArticle } from 'grammy/types'
import { directLink } from '#shared/links.ts'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredRequest } from '#server/store/rows/request-rows.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { Shareable } from '#server/requests/telegram-chats.ts'
import { describeClaim } from './describe-claim.ts'
import { isMultisig, shortAddress } from './describe-wallet.ts'
import { HTML_MESSAGE, isolate } from './markup.ts'
import { formatDate } from './messages/format-date.ts'
import { messagesIn } from './messages/messages-in.ts'
import { familyNames } from './messages/post-texts.ts'
import { type PostContext, renderPost } from './render-post.ts'
import { shownName, shownPerson } from './shown-name.ts'

/**
 * What a member sends into a chat, by inline mode or as a prepared message, in the member's language. Its id is the
 * code of the request or card. Its one button is a url with the direct link, because web_app buttons work in private
 * chats only.
 */
export function shareableArticle(
  shareable: Shareable,
  sharer: StoredUser,
  context: PostContext,
): InlineQueryResultArticle {
  switch (shareable.kind) {
    case 'request':
      return requestArticle(shareable.request, sharer, context)
    case 'card':
      return cardArticle(shareable, sharer, context)
    case 'cosigning':
      return cosigningArticle(shareable.cosigning, sharer, context)
  }
}

/** Has no count: Telegram may never report that the message was sent, and then the count would not be updated. */
function requestArticle(
  request: StoredRequest,
  { language }: StoredUser,
  context: PostContext,
): InlineQueryResultArticle {
  const { shared } = messagesIn(language).texts
  const { text, keyboard } = renderPost({ request, answered: null, language }, context)
  return {
    type: 'article',
    id: request.code,
    title: shared.requestTitle,
    description: shared.requestDescription({
      families: familyNames(language, request.families),
      date: formatDate(language, request.expiresAt),
    }),
    input_message_content: { message_text: text, ...HTML_MESSAGE },
    ...(keyboard === null ? {} : { reply_markup: keyboard }),
  }
}

/** The title distinguishes the wallets, but only the sharer sees it. The message names the day, for it stays in its chat. */
function cardArticle(
  { card, wallet }: Extract<Shareable, { kind: 'card' }>,
  sharer: StoredUser,
  { appName, link }: PostContext,
): InlineQueryResultArticle {
  const { language } = sharer
  const { texts, buttons } = messagesIn(language)
  const { shared } = texts
  const kind = isMultisig(wallet) ? 'multisig' : 'card'
  const claim = describeClaim(wallet, { language, holder: shownPerson(sharer) })
  const text = shared.cardMessage({ claim, appName: shownName(appName) })
  return {
    type: 'article',
    id: card.code,
    title: shared.cardTitle(kind, isolate(shortAddress(wallet))),
    description: claim.time,
    input_message_content: { message_text: text, ...HTML_MESSAGE },
    reply_markup: new InlineKeyboard().url(buttons.openWallet, directLink(link, card.code)),
  }
}

/**
 * Names neither the multisig nor its progress, because strangers may read the chat. Members who open the cosigning see
 * both.
 */
function cosigningArticle(
  { code }: StoredCosigning,
  sharer: StoredUser,
  { link }: PostContext,
): InlineQueryResultArticle {
  const { texts, buttons } = messagesIn(sharer.language)
  const { shared } = texts
  return {
    type: 'article',
    id: code,
    title: shared.cosigningTitle,
    description: shared.cosigningDescription,
    input_message_content: {
      message_text: shared.cosigningMessage(shownPerson(sharer)),
      ...HTML_MESSAGE,
    },
    reply_markup: new InlineKeyboard().url(buttons.open, directLink(link, code)),
  }
}
