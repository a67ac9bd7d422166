import type { EvmProblemCode } from '#shared/problem.ts'
import type { EvmKeySource, EvmWalletKind } from '#shared/wallet.ts'
import type { Explained } from '../messages.ts'

/**
 * What the app says about EVM wallets, in one language. None of it is served where the owner does
 * not offer them. Names of chains and wallets come in ready to show.
 */
export type EvmMessages = {
  /** What wallets of this family are called. */
  family: string
  choices: string
  choicesNote: (chains: string) => string
  allWallets: string
  safeNote: string
  /** The wallet is on another device. */
  scan: string
  browser: {
    goOn: string
    choice: string
    choiceNote: string
    note: string
    open: string
    hint: string
    reopen: string
    qrTitle: string
  }
  ticket: {
    title: string
    whose: (name: string) => string
    notYours: string
    account: string
    linked: Explained
    back: string
  }
  kinds: Record<EvmWalletKind, string>
  contractNote: string
  everyChain: string
  keySources: Record<EvmKeySource, Explained>
  /** What the server asks about EVM accounts, in the admin view. */
  upstream: string
  problems: Record<EvmProblemCode, string>
  /** The same in a few words, for the admin view. */
  causes: Record<EvmProblemCode, string>
}
