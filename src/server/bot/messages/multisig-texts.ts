import type { Language } from '#shared/languages.ts'
import type { CosigningMethod, StaleReason } from '#shared/multisig.ts'
import type { Person } from '#shared/person.ts'
import type { CosigningUpdate } from '#server/store/database/stored-event.ts'
import { escapeHtml, lines, paragraphs } from '../markup.ts'
import { shownPerson } from '../shown-name.ts'
import type { BotTexts, ToMarkup } from './bot-texts.ts'

/** The name of a multisig. */
export type NamedMultisig = {
  /** Short form of the address. */
  address: string
  /** Name of the chain that a Safe is on; null for a TON multisig. */
  chain: string | null
  /** Threshold and number of owners; null where the chain has not been queried. */
  terms: { threshold: number; owners: number } | null
}

/** A cosigning as a member's notification shows it. Names are passed as Telegram has them. */
export type NotifiedCosigning = {
  multisig: NamedMultisig
  method: CosigningMethod
  starter: Person
  /** Whether the member started it. */
  isOwn: boolean
  /** How many current owners have confirmed, and how many must. */
  signed: number
  threshold: number
  /** Its end, formatted in the language. */
  until: string
}

/** Why a link to an account without known owners becomes stale. */
type AccountStaleReason = Extract<StaleReason, 'not-accepted' | 'not-recognised'>

/**
 * Texts about multisigs and cosignings, each in Telegram HTML.
 * @param markup inserts names, addresses and the like into a text that may run the other way
 */
export function multisigTexts(messages: BotTexts, language: Language, markup: ToMarkup) {
  const { texts } = messages
  const named = (multisig: NamedMultisig) => multisigLine(messages, language, { multisig, markup })
  return {
    cosignWaits: (about: NotifiedCosigning) =>
      paragraphs(
        lines(whoAsks(messages, about), named(about.multisig)),
        about.isOwn ? texts.waiting.cosignOwn : texts.waiting.cosignHow,
      ),
    /** About a contract account that is not linked as a multisig. */
    accountStale: ({ account, reason }: { account: NamedMultisig; reason: AccountStaleReason }) =>
      paragraphs(
        lines(texts.accountStale.headline, named(account)),
        texts.accountStale.reasons[reason],
        texts.accountStale.note,
      ),
    multisigStale: ({ multisig, reason }: { multisig: NamedMultisig; reason: StaleReason }) =>
      paragraphs(
        lines(texts.multisigStale.headline, named(multisig)),
        texts.multisigStale.reasons[reason],
        texts.multisigStale.note,
      ),
    /** Its starter deleted their data. */
    cosigningEnded: ({ multisig, method }: Pick<NotifiedCosigning, 'multisig' | 'method'>) => {
      const { headline, note } = texts.cosigningEnded[method]
      return paragraphs(lines(headline, named(multisig)), note)
    },
    cosigningUpdates: cosigningUpdates(messages, language, named),
  }
}

function cosigningUpdates(
  messages: BotTexts,
  language: Language,
  named: (multisig: NamedMultisig) => string,
): Record<CosigningUpdate, (about: NotifiedCosigning) => string> {
  const { cosigning } = messages.texts
  const notified = ([headline = '', ...rest]: readonly string[], { multisig }: NotifiedCosigning) =>
    paragraphs(lines(headline, named(multisig)), ...rest)
  const count = ({ method, ...about }: NotifiedCosigning) => {
    const signed = digits(language, about.signed)
    const threshold = digits(language, about.threshold)
    return method === 'signatures'
      ? cosigning.count.signatures({ signed, threshold })
      : cosigning.count.agreements({ signed, threshold })
  }
  const until = (about: NotifiedCosigning) => cosigning.until(escapeHtml(about.until))
  return {
    asked: (about) => notified([whoAsks(messages, about), cosigning.askedHow, until(about)], about),
    signed: (about) => {
      const missing = about.signed < about.threshold ? [cosigning.signedHow] : []
      return notified([count(about), ...missing], about)
    },
    reminder: (about) =>
      about.isOwn
        ? notified([count(about), cosigning.reminderOwn, until(about)], about)
        : notified(
            [cosigning.reminder(getStarterName(about)), cosigning.reminderHow, until(about)],
            about,
          ),
    completed: (about) =>
      about.method === 'signatures'
        ? notified(cosigning.completed.signatures(getStarterName(about)), about)
        : notified(cosigning.completed.agreements, about),
    cancelled: (about) => notified(cosigning.cancelled(getStarterName(about)), about),
    expired: (about) => {
      const [headline = '', ...rest] = cosigning.expired
      const own = [count(about), cosigning.expiredOwn]
      return notified([headline, ...(about.isOwn ? own : rest)], about)
    },
    stale: (about) =>
      about.method === 'signatures'
        ? notified(cosigning.stale.signatures(getStarterName(about)), about)
        : notified(cosigning.stale.agreements, about),
  }
}

function whoAsks({ texts }: BotTexts, about: NotifiedCosigning): string {
  const { cosign } = texts.waiting
  if (about.isOwn) return cosign.own
  const name = getStarterName(about)
  return about.method === 'signatures' ? cosign.signatures(name) : cosign.agreements(name)
}

function getStarterName({ starter }: NotifiedCosigning): string {
  return escapeHtml(shownPerson(starter))
}

/** Such as `Safe on Base 0x12ab…89ef · 2 of 3`. */
function multisigLine(
  messages: BotTexts,
  language: Language,
  { multisig, markup }: { multisig: NamedMultisig; markup: ToMarkup },
): string {
  const { address, terms } = multisig
  const name = `${markup(multisigKind(messages, multisig))} <code>${markup(address)}</code>`
  return terms === null ? name : `${name} · ${escapeHtml(getRatio(messages, language, terms))}`
}

/** Such as `TON multisig`, as plain text. */
export function multisigKind(
  { walletKinds }: BotTexts,
  { chain }: Pick<NamedMultisig, 'chain'>,
): string {
  return chain === null ? walletKinds.tonMultisig : walletKinds.safe(chain)
}

/** Such as `2 of 3`, as plain text. */
function getRatio(
  { facts }: BotTexts,
  language: Language,
  { threshold, owners }: { threshold: number; owners: number },
): string {
  return facts.ratio({ threshold: digits(language, threshold), owners: digits(language, owners) })
}

function digits(language: Language, number: number): string {
  return new Intl.NumberFormat(language).format(number)
}
