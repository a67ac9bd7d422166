import type { PostRefusal } from '#server/notifications/post-notifier.ts'
import type { Requester } from '#shared/request.ts'
import type { Person } from '#shared/person.ts'
import { escapeHtml, lines, paragraphs } from '../markup.ts'
import { shownName, shownPerson } from '../shown-name.ts'
import type { BotTexts, ToMarkup } from './bot-texts.ts'

/** Why a link leads nowhere. */
export type DeadLink = keyof BotTexts['texts']['deadLinks']

type WaitingRequest = { requester: Requester; chat: string | null; byAnybody: boolean }

/** Names and titles are passed as Telegram has them. */
export type LinkTexts = {
  requestWaits: (about: WaitingRequest) => string
  cardWaits: (holder: Person) => string
  attemptWaits: () => string
  /** In a group, for its administrators. */
  door: () => string
  /** To who asks to join. @param chat the group's title */
  joinAsked: (chat: string) => string
  /** Shown instead of the wallet that a member without wallets wanted to send by inline mode. */
  startInline: () => string
  deadLink: (why: DeadLink) => string
  requestNotAllowed: (chat: string) => string
  /** Telegram did not say whether the member may. */
  requestUnknown: (chat: string) => string
  /** Why a request is not in its chat. It is tried once more. */
  postRefused: (reason: PostRefusal, chat: string) => string
  /** @param minutes until the next request may be made */
  requestsLimited: (minutes: number) => string
  /** For the operator. `id`: Telegram's, of the group. */
  groupAdded: (group: { chat: string; id: string }) => string
  /** @param about.wallet its short address */
  answered: (about: { requester: Requester; chat: string | null; wallet: string }) => string
  answerWithdrawn: () => string
  nothingToWithdraw: () => string
}

/** Texts about links, requests and answers, each in Telegram HTML. */
export function linkTexts(messages: BotTexts, markup: ToMarkup): LinkTexts {
  const { texts } = messages
  const { waiting } = texts
  return {
    requestWaits: ({ requester, chat, byAnybody }) =>
      paragraphs(
        lines(
          whoAsks(messages, requester),
          ...forChat(messages, chat),
          ...(byAnybody ? [texts.post.byAnybody] : []),
        ),
        waiting.requestHow,
      ),
    cardWaits: (holder) => lines(waiting.card(escapeHtml(shownPerson(holder))), waiting.cardHow),
    attemptWaits: () => waiting.attempt,
    door: () => texts.door,
    joinAsked: (chat) => paragraphs(...texts.joinAsked(escapeHtml(shownName(chat)))),
    startInline: () => paragraphs(...texts.startInline),
    deadLink: (why) => texts.deadLinks[why],
    requestNotAllowed: (chat) =>
      paragraphs(...texts.requestNotAllowed(escapeHtml(shownName(chat)))),
    requestUnknown: (chat) => texts.requestUnknown(escapeHtml(shownName(chat))),
    postRefused: (reason, chat) =>
      lines(
        texts.postRefused.headline(escapeHtml(shownName(chat))),
        texts.postRefused.reasons[reason],
        texts.postRefused.again,
      ),
    requestsLimited: texts.requestsLimited,
    groupAdded: ({ chat, id }) =>
      texts.groupAdded({ chat: escapeHtml(shownName(chat)), id: escapeHtml(id) }),
    answered: ({ requester, chat, wallet }) =>
      paragraphs(
        lines(whomAnswered(messages, requester, markup(wallet)), ...forChat(messages, chat)),
        texts.theySee[requester.kind === 'operator' ? 'operator' : 'member'],
      ),
    answerWithdrawn: () => texts.answerWithdrawn,
    nothingToWithdraw: () => texts.nothingToWithdraw,
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
