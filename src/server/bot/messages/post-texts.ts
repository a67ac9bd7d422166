import type { Family } from '#shared/wallet.ts'
import type { Language } from '#shared/languages.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { escapeHtml, paragraphs } from '../markup.ts'

/** End states of a request. */
type Ending = keyof Messages['bot']['texts']['post']['states']

/** Names and titles come from `shownName`, dates are formatted in the language. */
export type PostTexts = {
  asks: (name: string) => string
  /** For a requester who has deleted all their data. */
  asked: () => string
  chat: (chat: string) => string
  wallet: (families: string) => string
  /** Answers are never visible to the requester alone. */
  sees: (requester: 'member' | 'operator', name: string) => string
  mayAnswer: (chatTitle: string | null) => string
  until: (date: string) => string
  free: () => string
  ended: (ending: Ending) => string
  answered: (count: number) => string
}

/** Texts of posts about requests. */
export function postTexts({ texts: { post } }: Messages['bot']): PostTexts {
  return {
    asks: (name) => post.asks(escapeHtml(name)),
    asked: () => post.asked,
    chat: (chat) => post.chat(escapeHtml(chat)),
    wallet: (families) => post.wallet(escapeHtml(families)),
    sees: (requester, name) =>
      requester === 'member'
        ? post.sees.member(escapeHtml(name))
        : post.sees.operator(escapeHtml(name)),
    mayAnswer: (chatTitle) =>
      chatTitle === null ? post.who.anybody : post.who.members(escapeHtml(chatTitle)),
    until: (date) => post.until(escapeHtml(date)),
    free: () => post.free,
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
  /** @param date null for a proof that no longer holds */
  cardDescription: (date: string | null) => string
  /** Telegram HTML. */
  cardMessage: (kind: ShownKind, about: { name: string; appName: string }) => string
  cosigningTitle: () => string
  cosigningDescription: () => string
  /** Telegram HTML. */
  cosigningMessage: (name: string) => string
}

export function sharedTexts({ texts: { shared }, facts }: Messages['bot']): SharedTexts {
  return {
    requestTitle: () => shared.request.title,
    requestDescription: (about) => shared.request.description(about),
    cardTitle: (kind, wallet) =>
      kind === 'multisig' ? shared.multisig.title(wallet) : shared.card.title(wallet),
    cardDescription: (date) => (date === null ? facts.stale : facts.verified(date)),
    cardMessage: (kind, about) => {
      const shown = { name: escapeHtml(about.name), appName: escapeHtml(about.appName) }
      const parts = kind === 'multisig' ? shared.multisig.text(shown) : shared.card.text(shown)
      return paragraphs(...parts)
    },
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
