/**
 * What this device remembers of a part of a screen, as it was last drawn for the member: the page's first script inserts it where
 * the page waits for that part, so that it shows in the first frame. It is only a picture: React replaces it with live elements,
 * and then with the current data.
 */
export type RememberedPicture = {
  /** Language of its messages. */
  language: string
  /** The device's own: code that can write here already runs on our origin, and the page runs no script in it. */
  html: string
  /** The member's wallets at that moment, as JSON. Home's is shown whatever the device has heard of them since. */
  wallets: string
}

/** Key of Home's wallets in the member's storage on the device. */
export const HOME_PICTURE = 'home'

/** Attribute of the element that waits for the member's own part: the key of its picture. */
export const AWAITING = 'data-awaiting'

export type AwaitedContent = {
  /** Markup in Home's element now, whatever inserted it; null where there is none. */
  html: string | null
  /** Whether it is a picture: then the button for a first wallet is not on the page. */
  isRemembered: boolean
}

export function readAwaited(): AwaitedContent {
  const place = document.querySelector(`[${AWAITING}=${HOME_PICTURE}]`)
  return {
    html: place?.innerHTML ?? null,
    isRemembered: place?.previousElementSibling?.matches('.person') === true,
  }
}
