import type { Binding } from '#shared/wallet.ts'

/** Commands offered in private chats, in the order of the menu. */
export const PRIVATE_COMMANDS = ['connect', 'wallets', 'privacy', 'delete', 'help'] as const
/** Commands offered in groups. */
export const GROUP_COMMANDS = ['connect'] as const

/** What one line of the list of wallets tells. */
type WalletLine = {
  address: string
  label: string | null
  /** Version of the wallet contract, such as `v5r1`; null when it is not one of the known. */
  kind: string | null
  isPrimary: boolean
  isTestnet: boolean
  /** When it was proven, in the words of the language. */
  date: string
}

/**
 * Everything the bot says in one language. Members under `texts` are Telegram HTML with every
 * parameter escaped; all others are plain text.
 */
export type Messages = {
  /** At most 512 characters: shown in the empty chat. */
  description: (appName: string) => string
  /** At most 120 characters: shown in the profile and in shared links. */
  shortDescription: (appName: string) => string
  commands: Record<(typeof PRIVATE_COMMANDS)[number], string>
  buttons: {
    connect: string
    openApp: string
    openWallet: string
    openChat: string
    privacy: string
    terms: string
    unlink: string
    move: string
    keep: string
    deleteAll: string
    deleteNothing: string
  }
  /** Answers to a tap, at most 200 characters. */
  notices: {
    unknownButton: string
    notYourButton: string
    failed: string
  }
  texts: {
    start: (about: { appName: string }) => string
    connect: () => string
    connectInGroup: (about: { appName: string }) => string
    onlyInPrivate: () => string
    noWallets: () => string
    walletsTitle: (count: number) => string
    walletLine: (wallet: WalletLine) => string
    privacy: (about: { appName: string }) => string
    help: (about: { appName: string }) => string
    deleteQuestion: () => string
    deleteDone: () => string
    deleteDeclined: () => string
    deleteExpired: () => string
    nothingStored: () => string
    unlinked: (about: { wallet: string }) => string
    notLinked: () => string
    consentMoved: () => string
    consentKept: () => string
    consentClosed: () => string
    consentWalletLimit: () => string
    walletLinked: (about: { wallet: string; domain: string; binding: Binding }) => string
    walletMovedHere: (about: { wallet: string }) => string
    walletMovedAway: (about: { wallet: string }) => string
    walletUnlinkedByOwner: (about: { wallet: string }) => string
    consentAsked: (about: { wallet: string }) => string
    consentRefused: () => string
  }
}
