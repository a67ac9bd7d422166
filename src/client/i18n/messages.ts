import type { EvmProblemCode, ProblemCode } from '#shared/problem.ts'
import type { Binding, Level, TonKeySource } from '#shared/wallet.ts'
import type { ProblemAction } from './problem-action.ts'

/** A short name and the sentence that explains it. */
export type Explained = { name: string; sentence: string }

/** Words of a question that Telegram's popup asks: title up to 64 characters, message up to 256. */
export type AskWords = { title: string; message: string; confirm: string }

/** Everything that the app says, in one language. Names, addresses and dates come in ready to show. */
export type Messages = {
  common: {
    back: string
    cancel: string
    close: string
    copied: string
    copyFailed: string
    primary: string
    testnet: string
    mainnet: string
  }
  home: {
    account: string
    connect: string
    connectNote: string
    wallets: string
    empty: string
    promises: { proof: Explained; knows: Explained; never: Explained }
    verified: (date: string) => string
    settings: string
    outdated: string
    device: string
    deviceNote: string
    disconnect: string
    switch: string
    consent: string
    consentText: (address: string) => string
    letGo: string
    keep: string
    letGoAsk: (address: string) => AskWords
    underWay: Explained
    goOn: string
  }
  connect: {
    title: string
    telegramWallet: string
    telegramWalletNote: string
    otherWallets: string
    otherWalletsNote: string
    preparing: string
    openWallet: string
    promises: { knows: Explained; free: Explained; never: Explained }
  }
  attempt: {
    title: string
    someWallet: string
    open: (wallet: string) => string
    approve: string
    verify: string
    stepDone: string
    hintOpen: string
    hintApprove: (wallet: string) => string
    hintSilent: string
    hintChecking: string
    hintRetrying: string
    timeLeft: (time: string) => string
    reopen: string
    copyLink: string
    showQr: string
    qrTitle: string
    qrWarning: string
    anotherWallet: string
    cancel: string
    leaveAsk: AskWords & { stay: string }
    linked: string
    receiptInChat: string
    receiptHere: string
    done: string
    consent: string
    consentText: string
    consentNext: (until: string) => string
    failed: string
    cancelled: string
    elsewhere: string
    homeScreen: Explained
    homeAdded: string
  }
  wallet: {
    title: string
    address: string
    copyAddress: string
    showQr: string
    network: string
    kind: string
    kindVersion: (version: string) => string
    kindTelegram: string
    kindUnknown: string
    proof: string
    levels: Record<Level, Explained>
    bindings: Record<Binding, Explained>
    keySources: Record<TonKeySource, Explained>
    verified: string
    label: string
    labelPlaceholder: string
    labelNote: string
    labelRefused: string
    save: string
    makePrimary: string
    primaryNote: string
    explorer: string
    reverify: string
    unlink: string
    unlinkAsk: (address: string) => AskWords
  }
  settings: {
    title: string
    language: string
    languageNote: string
    languageAuto: string
    languageTitle: string
    asks: string
    askItems: readonly string[]
    nevers: string
    neverItems: readonly string[]
    privacy: string
    privacyNote: (appName: string) => string
    policy: string
    terms: string
    notices: string
    admin: string
    exportData: string
    exportTitle: string
    copyAll: string
    deleteAll: string
    deleteAsk: (wallets: number) => AskWords
    deleted: Explained
    version: string
  }
  outside: {
    text: string
    open: string
    scan: string
    qrTitle: string
  }
  unsigned: { title: string; text: string; open: string }
  trouble: { title: string }
  /** Sentences about EVM wallets are apart: see `evm/messages.ts`. */
  problems: Record<Exclude<ProblemCode, EvmProblemCode>, string>
  actions: Record<ProblemAction, string>
}
