import type { Family } from '#shared/wallet.ts'
import type { Language } from '#shared/languages.ts'
import type { Spoken } from '../../../i18n/spoken.ts'
import { escapeHtml, paragraphs } from '../markup.ts'

/** Ends of a request. */
type Ending = keyof Spoken['bot']['texts']['post']['states']

/** Names and titles come as `shownName` makes them, dates in the words of the language. */
export type PostTexts = {
  asks: (name: string) => string
  /** The asker has deleted everything. */
  asked: () => string
  chat: (chat: string) => string
  wallet: (families: string) => string
  /** Never whoever asks alone. */
  sees: (asker: 'member' | 'owner', name: string) => string
  mayAnswer: (membersOf: string | null) => string
  until: (date: string) => string
  free: () => string
  ended: (ending: Ending) => string
  answered: (count: number) => string
}

/** What messages about requests say. */
export function postTexts({ texts: { post } }: Spoken['bot']): PostTexts {
  return {
    asks: (name) => post.asks(escapeHtml(name)),
    asked: () => post.asked,
    chat: (chat) => post.chat(escapeHtml(chat)),
    wallet: (families) => post.wallet(escapeHtml(families)),
    sees: (asker, name) =>
      asker === 'member' ? post.sees.member(escapeHtml(name)) : post.sees.owner(escapeHtml(name)),
    mayAnswer: (membersOf) =>
      membersOf === null ? post.who.anybody : post.who.members(escapeHtml(membersOf)),
    until: (date) => post.until(escapeHtml(date)),
    free: () => post.free,
    ended: (ending) => post.states[ending],
    answered: (count) => post.answered(count),
  }
}

/** What is offered to a member who shares something: plain text, but for the message itself. */
export type SharedTexts = {
  requestTitle: () => string
  requestDescription: (about: { families: string; date: string }) => string
  cardTitle: (wallet: string) => string
  cardDescription: (date: string) => string
  /** Telegram HTML. */
  cardMessage: (about: { name: string; appName: string }) => string
}

export function sharedTexts({ texts: { shared }, facts }: Spoken['bot']): SharedTexts {
  return {
    requestTitle: () => shared.request.title,
    requestDescription: (about) => shared.request.description(about),
    cardTitle: (wallet) => shared.card.title(wallet),
    cardDescription: (date) => facts.verified(date),
    cardMessage: ({ name, appName }) =>
      paragraphs(...shared.card.text({ name: escapeHtml(name), appName: escapeHtml(appName) })),
  }
}

const FAMILY_NAMES: Record<Family, string> = { ton: 'TON', evm: 'EVM' }

/** `TON or EVM`, in the language. */
export function familyNames(language: Language, families: readonly Family[]): string {
  const list = new Intl.ListFormat(language, { type: 'disjunction' })
  return list.format(families.map((family) => FAMILY_NAMES[family]))
}
