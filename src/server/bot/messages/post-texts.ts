import type { Family } from '#shared/wallet.ts'
import type { Language } from '#shared/languages.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { escapeHtml, paragraphs } from '../markup.ts'
import { type DescribedClaim, writeSentence } from './proof-texts.ts'

/** End states of a request. */
type Ending = keyof Messages['bot']['texts']['post']['states']

/** Names and titles come from `shownName`, dates are formatted in the language. */
export type PostTexts = {
  asks: (who: 'operator' | 'member', about: { name: string; families: string }) => string
  /** For a requester who has deleted all their data. */
  asked: () => string
  chat: (chat: string) => string
  /** Anybody could have made the request. */
  byAnybody: () => string
  /** Answers are never visible to the requester alone. */
  seenByMember: () => string
  seenByOperator: (appName: string) => string
  until: (date: string) => string
  ended: (ending: Ending) => string
  answered: (count: number) => string
}

/** Texts of posts about requests. */
export function postTexts({ texts: { post } }: Messages['bot']): PostTexts {
  return {
    asks(who, { name, families }) {
      const about = { name: escapeHtml(name), families: escapeHtml(families) }
      return who === 'operator' ? post.asks.operator(about) : post.asks.member(about)
    },
    asked: () => post.asked,
    chat: (chat) => post.chat(escapeHtml(chat)),
    byAnybody: () => post.byAnybody,
    seenByMember: () => post.sees.member,
    seenByOperator: (appName) => post.sees.operator(escapeHtml(appName)),
    until: (date) => post.until(escapeHtml(date)),
    ended: (ending) => post.states[ending],
    answered: (count) => post.answered(count),
  }
}

/** A multisig does not belong to one member. */
type ShownKind = 'card' | 'multisig'

/** Texts offered to a member who shares something: plain text, except for the message itself. */
export type SharedTexts = {
  requestTitle: () => string
  requestDescription: (about: { families: string; date: string }) => string
  cardTitle: (kind: ShownKind, wallet: string) => string
  /** Telegram HTML. */
  cardMessage: (about: { claim: DescribedClaim; appName: string }) => string
  cosigningTitle: () => string
  cosigningDescription: () => string
  /** Telegram HTML. */
  cosigningMessage: (name: string) => string
}

export function sharedTexts({ texts: { shared } }: Messages['bot']): SharedTexts {
  return {
    requestTitle: () => shared.request.title,
    requestDescription: (about) => shared.request.description(about),
    cardTitle: (kind, wallet) =>
      kind === 'multisig' ? shared.card.multisig(wallet) : shared.card.title(wallet),
    cardMessage: ({ claim, appName }) =>
      paragraphs(`<b>${writeSentence(claim)}</b>`, shared.card.note(escapeHtml(appName))),
    cosigningTitle: () => shared.cosigning.title,
    cosigningDescription: () => shared.cosigning.description,
    cosigningMessage: (name) => paragraphs(...shared.cosigning.text(escapeHtml(name))),
  }
}

const FAMILY_NAMES: Record<Family, string> = { ton: 'TON', evm: 'EVM' }

/** `TON or EVM`, in the language. */
export function familyNames(language: Language, families: readonly Family[]): string {
  const list = new Intl.ListFormat(language, { type: 'disjunction' })
  return list.format(families.map((family) => FAMILY_NAMES[family]))
}
