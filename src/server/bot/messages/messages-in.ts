import { type Language, getDirection } from '#shared/languages.ts'
import { BOT_MESSAGES, type BotSourceMessages } from '../../../i18n/bot-messages.ts'
import { writeTonKind } from '../../../i18n/write-ton-kind.ts'
import type {
  BotMessages,
  IntroductionFacts,
  HelpAbout,
  StartFacts,
  WalletKind,
} from './messages.ts'
import type { RefusalReason } from '#server/store/database/stored-event.ts'
import { escapeHtml, facts, fold, isolate, lines, paragraphs } from '../markup.ts'
import { linkTexts } from './link-texts.ts'
import { multisigKind, multisigTexts } from './multisig-texts.ts'
import { proofTexts, writeSentence } from './proof-texts.ts'
import { postTexts, sharedTexts } from './post-texts.ts'
import type { BotTexts, ToMarkup } from './bot-texts.ts'

const MESSAGES = new Map(
  [...BOT_MESSAGES].map(([language, messages]) => [language, createMessages(messages, language)]),
)

/** All texts of the bot in `language`. */
export function messagesIn(language: Language): BotMessages {
  const messages = MESSAGES.get(language)
  if (messages === undefined) throw new Error(`the bot has no messages in ${language}`)
  return messages
}

/** Inserts names, addresses and the like into a text that may run the other way. */
type Inserts = {
  language: Language
  /** Into plain text. */
  foreign: (text: string) => string
  /** Into Telegram's HTML. */
  markup: ToMarkup
}

/** The bot's texts, made from the messages of one language. */
function createMessages(messages: BotSourceMessages, language: Language): BotMessages {
  const foreign = getDirection(language) === 'rtl' ? isolate : (text: string) => text
  const inserts: Inserts = { language, foreign, markup: (text) => escapeHtml(foreign(text)) }
  const introduced = ({ appName, ...about }: IntroductionFacts) => ({
    appName: foreign(appName),
    kinds: getKinds(messages, about),
  })
  return {
    description: (about) => paragraphs(...messages.description(introduced(about))),
    shortDescription: (about) => messages.shortDescription(introduced(about)),
    claims: messages.claims,
    commands: messages.commands,
    buttons: messages.buttons,
    notices: messages.notices,
    texts: {
      ...introductions(messages, inserts),
      ...plainTexts(messages),
      ...walletTexts(messages, inserts),
      ...linkTexts(messages, inserts.markup),
      ...multisigTexts(messages, language, inserts.markup),
      post: postTexts(messages),
      shared: sharedTexts(messages),
    },
  }
}

/** Kinds of wallets that can be linked. */
function getKinds(
  { kinds }: BotTexts,
  { offersEvm }: Pick<IntroductionFacts, 'offersEvm'>,
): string {
  return offersEvm ? kinds.tonOrEvm : kinds.ton
}

function introductions(messages: BotTexts, { markup }: Inserts) {
  const { texts } = messages
  const introduced = ({ appName, ...about }: IntroductionFacts) => ({
    appName: markup(appName),
    kinds: getKinds(messages, about),
  })
  return {
    start: ({ operatorName, purpose, ...about }: StartFacts) => {
      const parts = texts.start(introduced(about))
      const [what, how] = [parts.slice(0, 1), parts.slice(1)]
      const operator = markup(operatorName)
      const whatFor =
        purpose === null ? [] : [texts.purpose({ operator, purpose: markup(purpose) })]
      return paragraphs(...what, ...whatFor, ...how)
    },
    connectInGroup: (about: IntroductionFacts) => texts.connectInGroup(introduced(about)),
    help: ({ inlineName, ...about }: HelpAbout) => {
      const parts = texts.help(introduced(about))
      const inline = inlineName === null ? [] : [texts.helpInline(markup(`@${inlineName}`))]
      const sharing = lines(texts.helpSharing, ...inline)
      return paragraphs(...parts.slice(0, -1), sharing, ...parts.slice(-1))
    },
    privacy: ({ appName }: Pick<IntroductionFacts, 'appName'>) =>
      paragraphs(...texts.privacy(markup(appName))),
  }
}

function plainTexts({ texts }: BotTexts) {
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
    files: texts.files,
    notLinked: () => texts.notLinked,
    unlinkDeclined: () => texts.unlinkDeclined,
    undone: () => texts.undone,
    undoOver: () => texts.undoOver,
    undoWalletLimit: () => texts.undoWalletLimit,
    consentMoved: () => texts.consentMoved,
    consentKept: () => texts.consentKept,
    consentClosed: () => texts.consentClosed,
    consentWalletLimit: () => texts.consentWalletLimit,
    consentRefused: ({ reason }: { reason: RefusalReason }) => texts.consentRefused[reason],
  }
}

function walletTexts(messages: BotSourceMessages, inserts: Inserts): WalletTexts {
  const { texts } = messages
  const { markup } = inserts
  return {
    walletLine: (line) => walletLine(messages, inserts, line),
    proof: ({ wallet, page }) => texts.proof({ wallet: markup(wallet), page: markup(page) }),
    unlinkQuestion: ({ wallet }) => paragraphs(...texts.unlinkQuestion(markup(wallet))),
    unlinked: ({ wallet }) => paragraphs(...texts.unlinked(markup(wallet))),
    walletLinked: ({ claim, ...about }) =>
      paragraphs(
        `<b>${writeSentence(claim)}</b>`,
        texts.walletLinked,
        fold(texts.howVerified(proofTexts(messages, { ...about, markup }))),
      ),
    walletMovedHere: ({ claim, wallet, signed }) =>
      paragraphs(
        `<b>${writeSentence(claim)}</b>`,
        texts.walletMovedHere[signed ? 'signed' : 'agreed'](markup(wallet)),
      ),
    walletMovedAway: ({ wallet, signed }) =>
      texts.walletMovedAway[signed ? 'signed' : 'agreed'](markup(wallet)),
    walletEnded: ({ wallet, date }) => texts.walletEnded({ wallet: markup(wallet), date }),
    walletUnlinkedByOperator: ({ wallet }) => texts.walletUnlinkedByOperator(markup(wallet)),
    walletUnlinkedFor: ({ operator, reason, wallet }) =>
      texts.walletUnlinkedFor({
        operator: markup(operator),
        reason: markup(reason),
        wallet: markup(wallet),
      }),
    consentAsked: ({ wallet }) => paragraphs(...texts.consentAsked(markup(wallet))),
  }
}

type WalletTexts = Pick<
  BotMessages['texts'],
  | 'walletLine'
  | 'proof'
  | 'unlinkQuestion'
  | 'unlinked'
  | 'walletLinked'
  | 'walletMovedHere'
  | 'walletMovedAway'
  | 'walletEnded'
  | 'walletUnlinkedByOperator'
  | 'walletUnlinkedFor'
  | 'consentAsked'
>
type WalletLineFacts = Parameters<WalletTexts['walletLine']>[0]

function walletLine(
  messages: BotSourceMessages,
  { foreign }: Inserts,
  { claim, label, kind, isPrimary }: WalletLineFacts,
): string {
  return lines(
    writeSentence(claim),
    facts(
      label !== null && foreign(label),
      foreign(kindName(messages, kind)),
      isPrimary && messages.facts.primary,
    ),
  )
}

function kindName(messages: BotSourceMessages, kind: WalletKind): string {
  switch (kind.family) {
    case 'ton':
      return writeTonKind(messages.tonKinds, kind.kind)
    case 'evm': {
      const name = messages.evmKinds[kind.kind]
      return kind.chain === null ? name : `${name} · ${kind.chain}`
    }
    case 'multisig':
      return multisigKind(messages, kind)
  }
}
