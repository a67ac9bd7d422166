/**
 * What this device remembers of a member's Home, as it was last drawn: the page's first script inserts it in place of
 * the wallets, so that they show in the first frame. It is only a picture: React replaces it with live elements, and
 * then with the current data.
 */
export type RememberedHome = {
  /** Language of its messages. */
  language: string
  /** The device's own: code that can write here already runs on our origin, and the page runs no script in it. */
  html: string
}

/** Key in the member's storage on the device. */
export const REMEMBERED_HOME_KEY = 'home'

/** Attribute of the element that waits for the wallets. The server sends what a member without wallets sees. */
export const AWAITING = 'data-awaiting'

export type AwaitedContent = {
  /** Markup in that element now, whatever inserted it; null where there is none. */
  html: string | null
  /** Whether it is a picture: then the button for a first wallet is not on the page. */
  isRemembered: boolean
}

export function readAwaited(): AwaitedContent {
  const place = document.querySelector(`[${AWAITING}]`)
  return {
    html: place?.innerHTML ?? null,
    isRemembered: place?.previousElementSibling?.matches('.person') === true,
  }
}
