/**
 * What this device remembers of a member's Home, as it was last drawn: the page's first script puts it where the wallets
 * will be, so that they are there in the first frame. It is a picture: React puts the living thing in its place, and
 * then the truth.
 */
export type RememberedHome = {
  /** Of the messages in it. */
  language: string
  /** The device's own: whoever can write here runs code of ours already, and the page runs no script that comes in it. */
  html: string
}

/** Key among a member's things on the device. */
export const REMEMBERED_HOME_KEY = 'home'

/** Attribute of the element in which wallets are awaited. */
export const AWAITING = 'data-awaiting'

/** What stands there now, whoever put it there; null where nothing does. */
export function awaitedNow(): string | null {
  return globalThis.document?.querySelector(`[${AWAITING}]`)?.innerHTML ?? null
}
