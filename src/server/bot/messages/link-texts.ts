import type { PostRefusal } from '#server/notifications/post-notifier.ts'
import type { Requester } from '#shared/request.ts'
import type { Person } from '#shared/person.ts'
import { escapeHtml, lines, paragraphs } from '../markup.ts'
import { shownName, shownPerson } from '../shown-name.ts'
import type { BotTexts, ToMarkup } from './bot-texts.ts'

/** Why a link leads nowhere. */
export type DeadLink = keyof BotTexts['texts']['deadLinks']

type AboutRequest = { requester: Requester; chat: string | null }
type WaitingRequest = AboutRequest & { byAnybody: boolean }
/** `wallet`: its short address. */
type AnsweredRequest = AboutRequest & { wallet: string }

/** Texts about links, requests and answers, each in Telegram HTML. Names and titles are passed as Telegram has them. */
export function linkTexts(messages: BotTexts, markup: ToMarkup) {
  const { texts } = messages
  const { waiting } = texts
  return {
    requestWaits: ({ requester, chat, byAnybody }: WaitingRequest) =>
      paragraphs(
        lines(
          whoAsks(messages, requester),
          ...forChat(messages, chat),
          ...(byAnybody ? [texts.post.byAnybody] : []),
        ),
        waiting.requestHow,
      ),
    cardWaits: (holder: Person) =>
      lines(waiting.card(escapeHtml(shownPerson(holder))), waiting.cardHow),
    attemptWaits: waiting.attempt,
    /** In a group, for its administrators. */
    door: texts.door,
    /** To who asks to join. @param chat the group's title */
    joinAsked: (chat: string) => paragraphs(...texts.joinAsked(escapeHtml(shownName(chat)))),
    /** Shown instead of the wallet that a member without wallets wanted to send by inline mode. */
    startInline: paragraphs(...texts.startInline),
    deadLink: (why: DeadLink) => texts.deadLinks[why],
    requestNotAllowed: (chat: string) =>
      paragraphs(...texts.requestNotAllowed(escapeHtml(shownName(chat)))),
    /** Telegram did not say whether the member may. */
    requestUnknown: (chat: string) => texts.requestUnknown(escapeHtml(shownName(chat))),
    /** Why a request is not in its chat. It is tried once more. */
    postRefused: (reason: PostRefusal, chat: string) =>
      lines(
        texts.postRefused.headline(escapeHtml(shownName(chat))),
        texts.postRefused.reasons[reason],
        texts.postRefused.again,
      ),
    /** @param minutes until the next request may be made */
    requestsLimited: texts.requestsLimited,
    /** For the operator. `id`: Telegram's, of the group. */
    groupAdded: ({ chat, id }: { chat: string; id: string }) =>
      texts.groupAdded({ chat: escapeHtml(shownName(chat)), id: escapeHtml(id) }),
    answered: ({ requester, chat, wallet }: AnsweredRequest) =>
      paragraphs(
        lines(whomAnswered(messages, requester, markup(wallet)), ...forChat(messages, chat)),
        texts.theySee[requester.kind === 'operator' ? 'operator' : 'member'],
      ),
    answerWithdrawn: texts.answerWithdrawn,
    nothingToWithdraw: texts.nothingToWithdraw,
  }
}

function whoAsks({ texts }: BotTexts, requester: Requester): string {
  const { request } = texts.waiting
  if (requester.kind !== 'member') return request[requester.kind]
  return request.member(escapeHtml(shownPerson(requester.person)))
}

function whomAnswered({ texts }: BotTexts, requester: Requester, wallet: string): string {
  const { answered } = texts
  if (requester.kind !== 'member') return answered[requester.kind](wallet)
  return answered.member({ name: escapeHtml(shownPerson(requester.person)), wallet })
}

function forChat({ texts }: BotTexts, chat: string | null): string[] {
  return chat === null ? [] : [texts.waiting.forChat(escapeHtml(shownName(chat)))]
}
