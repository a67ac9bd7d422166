import type { EvmWallet, TonWalletKind } from '#shared/wallet.ts'
import type { RefusalReason } from '#server/store/database/stored-event.ts'
import type { Messages } from '../../../i18n/messages.ts'
import type { ClaimMessages } from '../../../i18n/write-claim.ts'
import type { LinkTexts } from './link-texts.ts'
import type { MultisigTexts, NamedMultisig } from './multisig-texts.ts'
import type { PostTexts, SharedTexts } from './post-texts.ts'
import type { ShownFacts, DescribedClaim } from './proof-texts.ts'

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
export type StartFacts = IntroductionFacts & { operatorName: string; purpose: string | null }

/** `inlineName`: the bot's username where it answers in inline mode. */
export type HelpAbout = IntroductionFacts & { inlineName: string | null }

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

/**
 * All texts of the bot in one language. Members under `texts` are Telegram HTML with every parameter escaped; all
 * others are plain text.
 */
export type BotMessages = {
  /** At most 512 characters: shown in the empty chat. */
  description: (about: IntroductionFacts) => string
  /** At most 120 characters: shown in the profile and in shared links. */
  shortDescription: (about: IntroductionFacts) => string
  /** The sentences about what a proof shows, for `describeClaim`. */
  claims: ClaimMessages
  commands: Record<(typeof PRIVATE_COMMANDS | typeof GROUP_COMMANDS)[number], string>
  buttons: Messages['bot']['buttons']
  /** Answers to a tap, at most 200 characters. */
  notices: Messages['bot']['notices']
  texts: {
    start: (about: StartFacts) => string
    connect: () => string
    connectInGroup: (about: IntroductionFacts) => string
    onlyInPrivate: () => string
    noWallets: () => string
    walletsTitle: (count: number) => string
    walletLine: (wallet: WalletLine) => string
    privacy: (about: { appName: string }) => string
    help: (about: HelpAbout) => string
    deleteQuestion: () => string
    deleteDone: () => string
    deleteDeclined: () => string
    deleteExpired: () => string
    nothingStored: () => string
    /** The caption of the file with a proof. */
    proof: (about: { wallet: string; page: string }) => string
    /** The captions of other files. */
    files: Messages['bot']['texts']['files']
    unlinkQuestion: (about: { wallet: string }) => string
    unlinkDeclined: () => string
    unlinked: (about: { wallet: string }) => string
    undone: () => string
    undoOver: () => string
    undoWalletLimit: () => string
    notLinked: () => string
    consentMoved: () => string
    consentKept: () => string
    consentClosed: () => string
    consentWalletLimit: () => string
    walletLinked: (about: { claim: DescribedClaim } & ShownFacts) => string
    /** `signed`: a text that names the account moved it, so that no holder had to agree. */
    walletMovedHere: (about: { claim: DescribedClaim; wallet: string; signed: boolean }) => string
    walletMovedAway: (about: { wallet: string; signed: boolean }) => string
    walletEnded: (about: { wallet: string; date: string }) => string
    walletUnlinkedByOperator: (about: { wallet: string }) => string
    walletUnlinkedFor: (about: { operator: string; reason: string; wallet: string }) => string
    consentAsked: (about: { wallet: string }) => string
    consentRefused: (about: { reason: RefusalReason }) => string
    post: PostTexts
    shared: SharedTexts
  } & LinkTexts &
    MultisigTexts
}
