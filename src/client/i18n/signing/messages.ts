import type { Explained } from '../messages.ts'

/** What the app says about signing the text that names the Telegram account, whatever the wallet's family. */
export type SigningMessages = {
  title: string
  /** The steps right before the signature and at it. */
  connect: string
  sign: string
  text: string
  textNote: string
  account: string
  press: string
  hint: string
  hintWaiting: (wallet: string) => string
  /** For a linked wallet that has named only the app. */
  stronger: Explained & { action: string }
  /** The text, not the link: that stands. */
  declined: string
  /** For a wallet whose holder has been asked. */
  moveNow: Explained & { action: string }
}
