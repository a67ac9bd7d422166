import type { Asker } from '#shared/request.ts'
import type { Person } from '#shared/person.ts'
import type { Spoken } from '../../../i18n/spoken.ts'
import { escapeHtml, lines, paragraphs } from '../markup.ts'
import { shownName, shownPerson } from '../shown-name.ts'

type Words = Spoken['bot']

/** Why a link leads nowhere. */
export type DeadLink = keyof Words['texts']['deadLinks']

/** Names and titles come as Telegram has them. */
export type LinkTexts = {
  requestWaits: (about: { asker: Asker; chat: string | null }) => string
  cardWaits: (holder: Person) => string
  attemptWaits: () => string
  /** In place of what a member without wallets wanted to send by inline mode. */
  startInline: () => string
  deadLink: (why: DeadLink) => string
  mayNotAsk: (chat: string) => string
  /** Telegram did not say whether the member may. */
  askUnknown: (chat: string) => string
  /** @param minutes until the next request may be made */
  askHurried: (minutes: number) => string
  /** @param about.wallet its short address */
  answered: (about: { asker: Asker; chat: string | null; wallet: string }) => string
  answerWithdrawn: () => string
  nothingToWithdraw: () => string
}

/** What is said about links, requests and answers, each in Telegram HTML. */
export function linkTexts(words: Words, markup: (text: string) => string): LinkTexts {
  const { texts } = words
  const { waiting } = texts
  return {
    requestWaits: ({ asker, chat }) =>
      paragraphs(lines(whoAsks(words, asker), ...forChat(words, chat)), waiting.requestHow),
    cardWaits: (holder) => lines(waiting.card(escapeHtml(shownPerson(holder))), waiting.cardHow),
    attemptWaits: () => waiting.attempt,
    startInline: () => paragraphs(...texts.startInline),
    deadLink: (why) => texts.deadLinks[why],
    mayNotAsk: (chat) => paragraphs(...texts.mayNotAsk(escapeHtml(shownName(chat)))),
    askUnknown: (chat) => texts.askUnknown(escapeHtml(shownName(chat))),
    askHurried: texts.askHurried,
    answered: ({ asker, chat, wallet }) =>
      paragraphs(
        lines(whomAnswered(words, asker, markup(wallet)), ...forChat(words, chat)),
        texts.theySee[asker.kind === 'owner' ? 'owner' : 'member'],
      ),
    answerWithdrawn: () => texts.answerWithdrawn,
    nothingToWithdraw: () => texts.nothingToWithdraw,
  }
}

function whoAsks({ texts }: Words, asker: Asker): string {
  const { request } = texts.waiting
  if (asker.kind !== 'member') return request[asker.kind]
  return request.member(escapeHtml(shownPerson(asker.person)))
}

function whomAnswered({ texts }: Words, asker: Asker, wallet: string): string {
  const { answered } = texts
  if (asker.kind !== 'member') return answered[asker.kind](wallet)
  return answered.member({ name: escapeHtml(shownPerson(asker.person)), wallet })
}

function forChat({ texts }: Words, chat: string | null): string[] {
  return chat === null ? [] : [texts.waiting.forChat(escapeHtml(shownName(chat)))]
}
