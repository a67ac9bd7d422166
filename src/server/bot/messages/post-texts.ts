import type { Family } from '#shared/wallet.ts'
import type { Language } from '#shared/languages.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { escapeHtml, paragraphs } from '../markup.ts'
import { type DescribedClaim, writeSentence } from './proof-texts.ts'

/** End states of a request. */
type Ending = keyof Messages['bot']['texts']['post']['states']

export type PostTexts = ReturnType<typeof postTexts>

/** Texts of posts about requests. Names and titles come from `shownName`, dates are formatted in the language. */
export function postTexts({ texts: { post } }: Messages['bot']) {
  return {
    asks(who: 'operator' | 'member', { name, families }: { name: string; families: string }) {
      const about = { name: escapeHtml(name), families: escapeHtml(families) }
      return who === 'operator' ? post.asks.operator(about) : post.asks.member(about)
    },
    /** For a requester who has deleted all their data. */
    asked: post.asked,
    chat: (chat: string) => post.chat(escapeHtml(chat)),
    /** Anybody could have made the request. */
    byAnybody: post.byAnybody,
    /** Answers are never visible to the requester alone. */
    seenByMember: post.sees.member,
    seenByOperator: (appName: string) => post.sees.operator(escapeHtml(appName)),
    until: (date: string) => post.until(escapeHtml(date)),
    ended: (ending: Ending) => post.states[ending],
    answered: (count: number) => post.answered(count),
  }
}

/** A multisig does not belong to one member. */
type ShownKind = 'card' | 'multisig'

/** Texts offered to a member who shares something: plain text, except for the message itself. */
export function sharedTexts({ texts: { shared } }: Messages['bot']) {
  return {
    requestTitle: shared.request.title,
    requestDescription: (about: { families: string; date: string }) =>
      shared.request.description(about),
    cardTitle: (kind: ShownKind, wallet: string) =>
      kind === 'multisig' ? shared.card.multisig(wallet) : shared.card.title(wallet),
    /** Telegram HTML. */
    cardMessage: ({ claim, appName }: { claim: DescribedClaim; appName: string }) =>
      paragraphs(`<b>${writeSentence(claim)}</b>`, shared.card.note(escapeHtml(appName))),
    cosigningTitle: shared.cosigning.title,
    cosigningDescription: shared.cosigning.description,
    /** Telegram HTML. */
    cosigningMessage: (name: string) => paragraphs(...shared.cosigning.text(escapeHtml(name))),
  }
}

const FAMILY_NAMES: Record<Family, string> = { ton: 'TON', evm: 'EVM' }

/** `TON or EVM`, in the language. */
export function familyNames(language: Language, families: readonly Family[]): string {
  const list = new Intl.ListFormat(language, { type: 'disjunction' })
  return list.format(families.map((family) => FAMILY_NAMES[family]))
}
