import { type Language, getDirection } from '#shared/languages.ts'
import type { EvmWallet, TonWalletKind } from '#shared/wallet.ts'
import type { RefusalReason } from '#server/store/database/stored-event.ts'
import type { BotSourceMessages } from '../../../i18n/bot-messages.ts'
import { writeTonKind } from '../../../i18n/write-ton-kind.ts'
import { escapeHtml, facts, fold, isolate, lines, paragraphs } from '../markup.ts'
import type { BotTexts, ToMarkup } from './bot-texts.ts'
import { linkTexts } from './link-texts.ts'
import { multisigKind, multisigTexts, type NamedMultisig } from './multisig-texts.ts'
import { postTexts, sharedTexts } from './post-texts.ts'
import { type DescribedClaim, proofTexts, type ShownFacts, writeSentence } from './proof-texts.ts'

/** Commands offered in private chats, in the order of the menu. */
export const PRIVATE_COMMANDS = ['connect', 'wallets', 'privacy', 'delete', 'help'] as const
/** Commands offered in groups. */
export const GROUP_COMMANDS = ['connect', 'door'] as const

/** The facts in the texts that introduce the bot. */
export type IntroductionFacts = {
  appName: string
  /** Whether wallets of other chains than TON can be linked. */
  offersEvm: boolean
}

/** `purpose`: what members link a wallet for, in the words of the operator; null for nothing said. */
type StartFacts = IntroductionFacts & { operatorName: string; purpose: string | null }

/** `inlineName`: the bot's username where it answers in inline mode. */
type HelpAbout = IntroductionFacts & { inlineName: string | null }

export type WalletKind =
  | { family: 'ton'; kind: TonWalletKind }
  /** `chain` of a contract account; null for a key, which is the same on every chain. */
  | { family: 'evm'; kind: EvmWallet['kind']; chain: string | null }
  | (Pick<NamedMultisig, 'chain'> & { family: 'multisig' })

/** The content of one line in the list of wallets. */
type WalletLine = {
  claim: DescribedClaim
  label: string | null
  kind: WalletKind
  isPrimary: boolean
}

/** Inserts names, addresses and the like into a text that may run the other way. */
type Inserts = {
  language: Language
  /** Into plain text. */
  foreign: (text: string) => string
  /** Into Telegram's HTML. */
  markup: ToMarkup
}

export type BotMessages = ReturnType<typeof createMessages>

/**
 * All texts of the bot, made from the messages of one language. Members under `texts` are Telegram HTML with every
 * parameter escaped; all others are plain text.
 */
export function createMessages(messages: BotSourceMessages, language: Language) {
  const foreign = getDirection(language) === 'rtl' ? isolate : (text: string) => text
  const inserts: Inserts = { language, foreign, markup: (text) => escapeHtml(foreign(text)) }
  const introduced = ({ appName, ...about }: IntroductionFacts) => ({
    appName: foreign(appName),
    kinds: getKinds(messages, about),
  })
  return {
    /** At most 512 characters: shown in the empty chat. */
    description: (about: IntroductionFacts) =>
      paragraphs(...messages.description(introduced(about))),
    /** At most 120 characters: shown in the profile and in shared links. */
    shortDescription: (about: IntroductionFacts) => messages.shortDescription(introduced(about)),
    /** The sentences about what a proof shows, for `describeClaim`. */
    claims: messages.claims,
    commands: messages.commands,
    buttons: messages.buttons,
    /** Answers to a tap, at most 200 characters. */
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
    connect: texts.connect,
    onlyInPrivate: texts.onlyInPrivate,
    noWallets: texts.noWallets,
    walletsTitle: texts.walletsTitle,
    deleteQuestion: paragraphs(...texts.deleteQuestion),
    deleteDone: texts.deleteDone,
    deleteDeclined: texts.deleteDeclined,
    deleteExpired: texts.deleteExpired,
    nothingStored: texts.nothingStored,
    /** The captions of files other than a proof. */
    files: texts.files,
    notLinked: texts.notLinked,
    unlinkDeclined: texts.unlinkDeclined,
    undone: texts.undone,
    undoOver: texts.undoOver,
    undoWalletLimit: texts.undoWalletLimit,
    consentMoved: texts.consentMoved,
    consentKept: texts.consentKept,
    consentClosed: texts.consentClosed,
    consentWalletLimit: texts.consentWalletLimit,
    consentRefused: ({ reason }: { reason: RefusalReason }) => texts.consentRefused[reason],
  }
}

type AboutWallet = { wallet: string }
/** `signed`: a text that names the account moved it, so that no holder had to agree. */
type MovedWallet = AboutWallet & { signed: boolean }
type OperatorsReason = AboutWallet & { operator: string; reason: string }

function walletTexts(messages: BotSourceMessages, inserts: Inserts) {
  const { texts } = messages
  const { markup } = inserts
  return {
    walletLine: (line: WalletLine) => walletLine(messages, inserts, line),
    /** The caption of the file with a proof. */
    proof: ({ wallet, page }: AboutWallet & { page: string }) =>
      texts.proof({ wallet: markup(wallet), page: markup(page) }),
    unlinkQuestion: ({ wallet }: AboutWallet) =>
      paragraphs(...texts.unlinkQuestion(markup(wallet))),
    unlinked: ({ wallet }: AboutWallet) => paragraphs(...texts.unlinked(markup(wallet))),
    walletLinked: ({ claim, ...about }: { claim: DescribedClaim } & ShownFacts) =>
      paragraphs(
        `<b>${writeSentence(claim)}</b>`,
        texts.walletLinked,
        fold(texts.howVerified(proofTexts(messages, { ...about, markup }))),
      ),
    walletMovedHere: ({ claim, wallet, signed }: { claim: DescribedClaim } & MovedWallet) =>
      paragraphs(
        `<b>${writeSentence(claim)}</b>`,
        texts.walletMovedHere[signed ? 'signed' : 'agreed'](markup(wallet)),
      ),
    walletMovedAway: ({ wallet, signed }: MovedWallet) =>
      texts.walletMovedAway[signed ? 'signed' : 'agreed'](markup(wallet)),
    walletEnded: ({ wallet, date }: AboutWallet & { date: string }) =>
      texts.walletEnded({ wallet: markup(wallet), date }),
    walletUnlinkedByOperator: ({ wallet }: AboutWallet) =>
      texts.walletUnlinkedByOperator(markup(wallet)),
    walletUnlinkedFor: ({ operator, reason, wallet }: OperatorsReason) =>
      texts.walletUnlinkedFor({
        operator: markup(operator),
        reason: markup(reason),
        wallet: markup(wallet),
      }),
    consentAsked: ({ wallet }: AboutWallet) => paragraphs(...texts.consentAsked(markup(wallet))),
  }
}

function walletLine(
  messages: BotSourceMessages,
  { foreign }: Inserts,
  { claim, label, kind, isPrimary }: WalletLine,
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
