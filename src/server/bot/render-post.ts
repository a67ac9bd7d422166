import { InlineKeyboard } from 'grammy'
import type { BotLink } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import { directLink } from '#shared/links.ts'
import type { RequestState } from '#shared/request.ts'
import { requestState } from '#server/requests/request-state.ts'
import type { RequestMaker, StoredRequest } from '#server/store/requests/request-rows.ts'
import type { EpochMs } from '#server/store/stored.ts'
import { lines } from './markup.ts'
import { formatMoment } from './messages/format-date.ts'
import { messagesIn } from './messages/messages-in.ts'
import { familyNames } from './messages/post-texts.ts'
import { shownName, shownPerson } from './shown-name.ts'

/** `answered`: null where the message's count is not updated. */
export type PostView = { request: StoredRequest; answered: number | null; language: Language }

export type PostContext = { appName: string; link: BotLink; now: () => EpochMs }

export type RenderedPost = {
  /** Telegram HTML. Holds no address, and only the requester's and the chat's names. */
  text: string
  /** Opens the request in the Mini App, in any chat; null once the request takes no answer. */
  keyboard: InlineKeyboard | null
}

/** The message about a request: at most eight lines on a phone, because others write in the same chat. */
export function renderPost(view: PostView, context: PostContext): RenderedPost {
  const { request, language } = view
  const { buttons, texts } = messagesIn(language)
  const { post } = texts
  const state = requestState({ request, answered: view.answered ?? 0 }, context.now())
  const head = renderHead(view, context)
  if (state !== 'open') return { text: lines(...head, renderEnd(view, state)), keyboard: null }
  return {
    text: lines(
      ...head,
      renderSees(view, context),
      post.until(formatMoment(language, request.expiresAt)),
      ...renderCount(view),
    ),
    keyboard: new InlineKeyboard().url(buttons.connect, directLink(context.link, request.code)),
  }
}

/** The requester and the requested wallet, and the chat that the request is for. */
function renderHead({ request, language }: PostView, { appName }: PostContext): string[] {
  const { post } = messagesIn(language).texts
  const name = findFullName(request.maker, appName)
  const families = familyNames(language, request.families)
  const asks = name === null ? post.asked() : post.asks({ name, families })
  return request.chat === null ? [asks] : [asks, post.chat(shownName(request.chat.title))]
}

function renderCount({ answered, language }: PostView): string[] {
  return answered === null ? [] : [messagesIn(language).texts.post.answered(answered)]
}

function renderEnd(view: PostView, ending: Exclude<RequestState, 'open'>): string {
  const { post } = messagesIn(view.language).texts
  return lines(post.ended(ending), ...renderCount(view))
}

function findFullName(maker: RequestMaker, appName: string): string | null {
  switch (maker.kind) {
    case 'key':
      return shownName(appName)
    case 'member':
      return shownPerson(maker.user)
    case 'gone':
      return null
  }
}

function renderSees({ request, language }: PostView, { appName }: PostContext): string {
  const { post } = messagesIn(language).texts
  return request.maker.kind === 'member'
    ? post.seenByMember()
    : post.seenByOperator(shownName(appName))
}
