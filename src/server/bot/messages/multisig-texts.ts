import type { Language } from '#shared/languages.ts'
import type { CollectionMethod, StaleReason } from '#shared/multisig.ts'
import type { Person } from '#shared/person.ts'
import type { CollectionNews } from '#server/store/multisig-store.ts'
import type { Spoken } from '../../../i18n/spoken.ts'
import { escapeHtml, lines, paragraphs } from '../markup.ts'
import { shownPerson } from '../shown-name.ts'
import type { WalletProof } from './messages.ts'
import { proofTexts } from './proof-texts.ts'

type Words = Spoken['bot']

/** What a multisig is called. */
export type NamedMultisig = {
  /** Short. */
  address: string
  /** Name of the chain that a Safe is on; null for a TON multisig. */
  chain: string | null
  /** How many of how many owners must agree; null where nobody has asked the chain. */
  terms: { threshold: number; owners: number } | null
}

/** A collection as one member is told of it. Names come as Telegram has them. */
export type ToldCollection = {
  multisig: NamedMultisig
  method: CollectionMethod
  starter: Person
  /** Whether the member started it. */
  isOwn: boolean
  /** How many current owners have spoken, and how many must. */
  signed: number
  threshold: number
  /** Its end, in the words of the language. */
  until: string
}

/** Why a link to an account ends of which no owners are known. */
type AccountStaleReason = Extract<StaleReason, 'not-accepted' | 'not-recognised'>

/** What is said about multisigs and what their owners are asked for, each in Telegram HTML. */
export type MultisigTexts = {
  cosignWaits: (about: ToldCollection) => string
  multisigLinked: (about: { multisig: NamedMultisig; domain: string; proof: WalletProof }) => string
  multisigStale: (about: { multisig: NamedMultisig; reason: StaleReason }) => string
  /** Of a contract account that is linked as no multisig. */
  accountStale: (about: { account: NamedMultisig; reason: AccountStaleReason }) => string
  /** Its starter deleted the account. */
  cosigningEnded: (about: { multisig: NamedMultisig; method: CollectionMethod }) => string
  collectionNews: Record<CollectionNews, (about: ToldCollection) => string>
}

/** How what is foreign is put into a text that may run the other way, in Telegram's HTML. */
type Markup = (text: string) => string

export function multisigTexts(words: Words, language: Language, markup: Markup): MultisigTexts {
  const { texts } = words
  const named = (multisig: NamedMultisig) => multisigLine(words, language, { multisig, markup })
  return {
    cosignWaits: (about) =>
      paragraphs(
        lines(whoAsks(words, about), named(about.multisig)),
        about.isOwn ? texts.waiting.cosignOwn : texts.waiting.cosignHow,
      ),
    multisigLinked: ({ multisig, ...about }) =>
      paragraphs(
        lines(texts.multisigLinked.headline, named(multisig)),
        texts.multisigLinked.proof(proofTexts(words, { ...about, markup })),
      ),
    accountStale: ({ account, reason }) =>
      paragraphs(
        lines(texts.accountStale.headline, named(account)),
        texts.accountStale.reasons[reason],
        texts.accountStale.note,
      ),
    multisigStale: ({ multisig, reason }) =>
      paragraphs(
        lines(texts.multisigStale.headline, named(multisig)),
        texts.multisigStale.reasons[reason],
        texts.multisigStale.note,
      ),
    cosigningEnded: ({ multisig, method }) => {
      const { headline, note } = texts.cosigningEnded[method]
      return paragraphs(lines(headline, named(multisig)), note)
    },
    collectionNews: collectionNews(words, language, named),
  }
}

function collectionNews(
  words: Words,
  language: Language,
  named: (multisig: NamedMultisig) => string,
): MultisigTexts['collectionNews'] {
  const { collection } = words.texts
  const told = ([headline = '', ...rest]: readonly string[], { multisig }: ToldCollection) =>
    paragraphs(lines(headline, named(multisig)), ...rest)
  const count = ({ method, ...about }: ToldCollection) => {
    const signed = digits(language, about.signed)
    const threshold = digits(language, about.threshold)
    return method === 'signatures'
      ? collection.count.signatures({ signed, threshold })
      : collection.count.agreements({ signed, threshold })
  }
  const until = (about: ToldCollection) => collection.until(escapeHtml(about.until))
  return {
    asked: (about) => told([whoAsks(words, about), collection.askedHow, until(about)], about),
    signed: (about) => told([count(about), collection.signedHow], about),
    reminder: (about) =>
      about.isOwn
        ? told([count(about), collection.reminderOwn, until(about)], about)
        : told([collection.reminder(nameOf(about)), collection.reminderHow, until(about)], about),
    completed: (about) =>
      about.method === 'signatures'
        ? told(collection.completed.signatures(nameOf(about)), about)
        : told(collection.completed.agreements, about),
    cancelled: (about) => told(collection.cancelled(nameOf(about)), about),
    expired: (about) => {
      const [headline = '', ...rest] = collection.expired
      const own = [count(about), collection.expiredOwn]
      return told([headline, ...(about.isOwn ? own : rest)], about)
    },
    stale: (about) =>
      about.method === 'signatures'
        ? told(collection.stale.signatures(nameOf(about)), about)
        : told(collection.stale.agreements, about),
  }
}

function whoAsks({ texts }: Words, about: ToldCollection): string {
  const { cosign } = texts.waiting
  if (about.isOwn) return cosign.own
  const name = nameOf(about)
  return about.method === 'signatures' ? cosign.signatures(name) : cosign.agreements(name)
}

function nameOf({ starter }: ToldCollection): string {
  return escapeHtml(shownPerson(starter))
}

/** Such as `Safe on Base 0x12ab…89ef · 2 of 3`. */
function multisigLine(
  words: Words,
  language: Language,
  { multisig, markup }: { multisig: NamedMultisig; markup: Markup },
): string {
  const { address, terms } = multisig
  const name = `${markup(multisigKind(words, multisig))} <code>${markup(address)}</code>`
  return terms === null ? name : `${name} · ${escapeHtml(ratioOf(words, language, terms))}`
}

/** Such as `TON multisig`, as plain text. */
export function multisigKind(
  { walletKinds }: Words,
  { chain }: Pick<NamedMultisig, 'chain'>,
): string {
  return chain === null ? walletKinds.tonMultisig : walletKinds.safe(chain)
}

/** Such as `2 of 3`, as plain text. */
export function ratioOf(
  { facts }: Words,
  language: Language,
  { threshold, owners }: { threshold: number; owners: number },
): string {
  return facts.ratio({ threshold: digits(language, threshold), owners: digits(language, owners) })
}

function digits(language: Language, number: number): string {
  return new Intl.NumberFormat(language).format(number)
}
