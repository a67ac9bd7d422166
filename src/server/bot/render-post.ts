import { InlineKeyboard } from 'grammy'
import type { BotLink } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import { directLink } from '#shared/links.ts'
import type { RequestState } from '#shared/request.ts'
import { requestState } from '#server/requests/request-state.ts'
import type { RequestMaker, StoredRequest } from '#server/store/rows/request-rows.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import { lines } from './markup.ts'
import { formatMoment } from './messages/format-date.ts'
import { messagesIn } from './messages/messages-in.ts'
import { familyNames, type PostTexts } from './messages/post-texts.ts'
import { shownName, shownPerson } from './shown-name.ts'

/** `answered`: null where the message's count is not updated. */
export type PostView = { request: StoredRequest; answered: number | null; language: Language }

export type PostContext = { appName: string; link: BotLink; now: () => EpochMs }

export type RenderedPost = {
  /** Telegram HTML. Of what people typed, it holds the requester's name and the chat's title, as `shownName` has them. */
  text: string
  /** Opens the request in the Mini App, in any chat; null once the request takes no answer. */
  keyboard: InlineKeyboard | null
}

/** The message about a request: at most nine lines on a phone, or eleven where anybody could ask, because others write in the same chat. */
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
      ...(request.byAnybody ? [post.byAnybody] : []),
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
  const families = familyNames(language, request.families)
  const asks = renderAsks(request.maker, { post, families, appName })
  return request.chat === null ? [asks] : [asks, post.chat(shownName(request.chat.title))]
}

function renderCount({ answered, language }: PostView): string[] {
  return answered === null ? [] : [messagesIn(language).texts.post.answered(answered)]
}

function renderEnd(view: PostView, ending: Exclude<RequestState, 'open'>): string {
  const { post } = messagesIn(view.language).texts
  return lines(post.ended(ending), ...renderCount(view))
}

type PostAsking = { post: PostTexts; families: string; appName: string }

function renderAsks(maker: RequestMaker, { post, families, appName }: PostAsking): string {
  switch (maker.kind) {
    case 'key':
      return post.asks('operator', { name: shownName(appName), families })
    case 'member':
      return post.asks('member', { name: shownPerson(maker.user), families })
    case 'gone':
      return post.asked
  }
}

function renderSees({ request, language }: PostView, { appName }: PostContext): string {
  const { post } = messagesIn(language).texts
  return request.maker.kind === 'member'
    ? post.seenByMember
    : post.seenByOperator(shownName(appName))
}
