import type { AskWords, Explained } from '../messages.ts'

/** What the screen of a connect request says, in one language. Names and dates come in ready to show. */
export type RequestMessages = {
  asks: (appName: string) => string
  asksText: string
  knows: string
  promises: { account: Explained; wallet: Explained }
  family: string
  until: string
  canTakeBack: string
  choose: string
  answer: string
  connect: string
  another: string
  unavailable: string
  unlinked: string
  answered: string
  answeredText: (appName: string) => string
  shared: string
  answeredAt: string
  gone: string
  takeBack: string
  takeBackNote: string
  takeBackAsk: AskWords
  backToChat: string
  closed: Explained
  expired: (date: string) => Explained
  missing: Explained
}
