import { directionOf, type Language } from '#shared/languages.ts'
import type { RefusalReason } from '#server/store/store.ts'
import type { Spoken } from '../../../i18n/spoken.ts'
import { escapeHtml, facts, isolate, lines, paragraphs } from '../markup.ts'
import { linkTexts } from './link-texts.ts'
import type { About, HelpAbout, Messages, WalletKind } from './messages.ts'
import { multisigKind, multisigTexts, ratioOf } from './multisig-texts.ts'
import { proofTexts } from './proof-texts.ts'
import { postTexts, sharedTexts } from './post-texts.ts'

type Words = Spoken['bot']

/** How names, addresses and the like are put into a text that may run the other way. */
type Inserts = {
  language: Language
  /** Into plain text. */
  foreign: (text: string) => string
  /** Into Telegram's HTML. */
  markup: (text: string) => string
}

/** What the bot says, made of the words of one language. */
export function createMessages(words: Words, language: Language): Messages {
  const foreign = directionOf(language) === 'rtl' ? isolate : (text: string) => text
  const inserts: Inserts = { language, foreign, markup: (text) => escapeHtml(foreign(text)) }
  const introduced = ({ appName, ...about }: About) => ({
    appName: foreign(appName),
    kinds: kindsOf(words, about),
  })
  return {
    description: (about) => paragraphs(...words.description(introduced(about))),
    shortDescription: (about) => words.shortDescription(introduced(about)),
    commands: words.commands,
    buttons: words.buttons,
    notices: words.notices,
    texts: {
      ...introductions(words, inserts),
      ...plainTexts(words),
      ...walletTexts(words, inserts),
      ...linkTexts(words, inserts.markup),
      ...multisigTexts(words, language, inserts.markup),
      post: postTexts(words),
      shared: sharedTexts(words),
    },
  }
}

/** Kinds of wallets that can be linked. */
function kindsOf({ kinds }: Words, { offersEvm }: Pick<About, 'offersEvm'>): string {
  return offersEvm ? kinds.tonOrEvm : kinds.ton
}

function introductions(words: Words, { markup }: Inserts) {
  const { texts } = words
  const introduced = ({ appName, ...about }: About) => ({
    appName: markup(appName),
    kinds: kindsOf(words, about),
  })
  return {
    start: (about: About) => paragraphs(...texts.start(introduced(about))),
    connectInGroup: (about: About) => texts.connectInGroup(introduced(about)),
    help: ({ inlineName, ...about }: HelpAbout) => {
      const parts = texts.help(introduced(about))
      const inline = inlineName === null ? [] : [texts.helpInline(markup(`@${inlineName}`))]
      const sharing = lines(texts.helpSharing, ...inline)
      return paragraphs(...parts.slice(0, -1), sharing, ...parts.slice(-1))
    },
    privacy: ({ appName }: Pick<About, 'appName'>) => paragraphs(...texts.privacy(markup(appName))),
  }
}

function plainTexts({ texts }: Words) {
  return {
    connect: () => texts.connect,
    onlyInPrivate: () => texts.onlyInPrivate,
    noWallets: () => texts.noWallets,
    walletsTitle: texts.walletsTitle,
    deleteQuestion: () => paragraphs(...texts.deleteQuestion),
    deleteDone: () => texts.deleteDone,
    deleteDeclined: () => texts.deleteDeclined,
    deleteExpired: () => texts.deleteExpired,
    nothingStored: () => texts.nothingStored,
    notLinked: () => texts.notLinked,
    consentMoved: () => texts.consentMoved,
    consentKept: () => texts.consentKept,
    consentClosed: () => texts.consentClosed,
    consentWalletLimit: () => texts.consentWalletLimit,
    consentRefused: ({ reason }: { reason: RefusalReason }) => texts.consentRefused[reason],
  }
}

function walletTexts(words: Words, inserts: Inserts): WalletTexts {
  const { texts } = words
  const { markup } = inserts
  return {
    walletLine: (line) => walletLine(words, inserts, line),
    unlinked: ({ wallet }) => paragraphs(...texts.unlinked(markup(wallet))),
    walletLinked: ({ wallet, ...about }) =>
      paragraphs(
        ...texts.walletLinked({
          wallet: markup(wallet),
          ...proofTexts(words, { ...about, markup }),
        }),
      ),
    walletMovedHere: ({ wallet, signed }) =>
      texts.walletMovedHere[signed ? 'signed' : 'agreed'](markup(wallet)),
    walletMovedAway: ({ wallet, signed }) =>
      texts.walletMovedAway[signed ? 'signed' : 'agreed'](markup(wallet)),
    walletUnlinkedByOwner: ({ wallet }) => texts.walletUnlinkedByOwner(markup(wallet)),
    consentAsked: ({ wallet }) => paragraphs(...texts.consentAsked(markup(wallet))),
  }
}

type WalletTexts = Pick<
  Messages['texts'],
  | 'walletLine'
  | 'unlinked'
  | 'walletLinked'
  | 'walletMovedHere'
  | 'walletMovedAway'
  | 'walletUnlinkedByOwner'
  | 'consentAsked'
>
type WalletLine = Parameters<WalletTexts['walletLine']>[0]

function walletLine(words: Words, inserts: Inserts, line: WalletLine): string {
  const { foreign, markup } = inserts
  const address = `<code>${markup(line.address)}</code>`
  return lines(
    line.label === null ? address : `<b>${markup(line.label)}</b> ${address}`,
    facts(
      foreign(kindName(words, line.kind)),
      ...multisigFacts(words, inserts, line),
      line.isPrimary && words.facts.primary,
      line.isTestnet && words.facts.testnet,
      line.isStale ? words.facts.stale : words.facts.verified(line.date),
    ),
  )
}

/** How many must agree, and who spoke for it as long as that holds. */
function multisigFacts(
  words: Words,
  { language }: Inserts,
  { kind, isStale }: WalletLine,
): (string | false)[] {
  if (kind.family !== 'multisig') return []
  return [
    kind.terms !== null && ratioOf(words, language, kind.terms),
    !isStale && words.facts.levels[kind.level],
  ]
}

function kindName(words: Words, kind: WalletKind): string {
  const { walletKinds } = words
  switch (kind.family) {
    case 'ton':
      return kind.version ?? walletKinds.otherContract
    case 'evm':
      return kind.chain === null ? walletKinds.evm : walletKinds.contract(kind.chain)
    case 'multisig':
      return multisigKind(words, kind)
  }
}
